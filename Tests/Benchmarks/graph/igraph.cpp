// igraph's C library, with its own graph type and a virtual source above the sources.
#include "peer.hpp"
#include <igraph/igraph.h>

int main(int, char **arguments) {
  GraphFile file(arguments[1]);
  igraph_t graph;
  {
    igraph_vector_int_t ends;
    igraph_vector_int_init(&ends, 2 * (file.edges + file.sourceCount));
    int64_t next = 0;
    auto add = [&](int64_t tail, int64_t head) {
      VECTOR(ends)[next++] = tail;
      VECTOR(ends)[next++] = head;
    };
    for (int64_t v = 0; v < file.vertices; v++)
      for (int32_t e = file.starts[v]; e < file.starts[v + 1]; e++) add(v, file.heads[e]);
    for (int32_t source : file.sources) add(file.vertices, source);
    igraph_create(&graph, &ends, file.vertices + 1, IGRAPH_DIRECTED);
    igraph_vector_int_destroy(&ends);
  }
  ready("igraph");
  igraph_vector_int_t result;
  for (std::string job; std::getline(std::cin, job);) {
    igraph_vector_int_init(&result, 0);
    Stopwatch watch;
    if (job == "scc") {
      igraph_connected_components(&graph, &result, nullptr, nullptr, IGRAPH_STRONG);
      double time = watch.milliseconds();
      std::vector<int32_t> least(file.vertices + 1, -1);
      for (int64_t v = file.vertices - 1; v >= 0; v--) least[VECTOR(result)[v]] = int32_t(v);
      answer(job, time, hashOf(file.vertices, [&](int64_t v) { return least[VECTOR(result)[v]]; }));
    } else if (job == "bfs") {
      igraph_vector_int_t lengths;
      igraph_vector_int_init(&lengths, 0);
      igraph_bfs(
          &graph, file.vertices, nullptr, IGRAPH_OUT, false, nullptr, nullptr, nullptr, &result,
          nullptr, nullptr, &lengths, nullptr, nullptr);
      answer(job, watch.milliseconds(), hashOf(file.vertices, [&](int64_t v) {
        return VECTOR(lengths)[v] < 0 ? -2 : VECTOR(lengths)[v] - 1;
      }));
      igraph_vector_int_destroy(&lengths);
    } else if (job == "dom") {
      igraph_dominator_tree(&graph, file.vertices, &result, nullptr, nullptr, IGRAPH_OUT);
      answer(job, watch.milliseconds(), hashOf(file.vertices, [&](int64_t v) {
        int64_t dominator = VECTOR(result)[v];
        return dominator == file.vertices ? -1 : dominator < 0 ? -2 : dominator;
      }));
    } else refuse(job);
    igraph_vector_int_destroy(&result);
  }
}
