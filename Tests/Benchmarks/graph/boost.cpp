// Boost Graph: compressed sparse rows for components and paths, adjacency_list for dominators.
#include "peer.hpp"
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dominator_tree.hpp>
#include <boost/graph/strong_components.hpp>
#include <memory>

using Rows = boost::compressed_sparse_row_graph<
    boost::directedS, boost::no_property, boost::no_property, boost::no_property, uint32_t, uint32_t>;
using Lists = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;

static std::vector<std::pair<uint32_t, uint32_t>> pairs(const GraphFile &file, bool withSource) {
  std::vector<std::pair<uint32_t, uint32_t>> result;
  result.reserve(file.edges + file.sourceCount);
  for (int64_t v = 0; v < file.vertices; v++)
    for (int32_t e = file.starts[v]; e < file.starts[v + 1]; e++) result.push_back({v, file.heads[e]});
  if (withSource)
    for (int32_t source : file.sources) result.push_back({file.vertices, source});
  return result;
}

static void components(const GraphFile &file, const Rows &graph) {
  Stopwatch watch;
  std::vector<uint32_t> component(num_vertices(graph));
  boost::strong_components(
      graph, boost::make_iterator_property_map(component.begin(), get(boost::vertex_index, graph)));
  double time = watch.milliseconds();
  // The virtual source is a component of its own and has the last number of all or any other.
  std::vector<int32_t> least(num_vertices(graph), -1);
  for (int64_t v = file.vertices - 1; v >= 0; v--) least[component[v]] = int32_t(v);
  answer("scc", time, hashOf(file.vertices, [&](int64_t v) { return least[component[v]]; }));
}

struct Parents : boost::default_bfs_visitor {
  int32_t *parents;
  explicit Parents(int32_t *parents) : parents(parents) {}
  template <class Edge, class Graph> void tree_edge(Edge edge, const Graph &graph) const {
    parents[target(edge, graph)] = source(edge, graph);
  }
};

static void paths(const GraphFile &file, const Rows &graph) {
  Stopwatch watch;
  std::vector<int32_t> parents(num_vertices(graph), -2);
  boost::breadth_first_search(
      graph, uint32_t(file.vertices), boost::visitor(Parents(parents.data())));
  double time = watch.milliseconds();
  std::vector<int32_t> lengths(file.vertices + 1, -2), pending;
  lengths[file.vertices] = -1;
  for (int64_t v = 0; v < file.vertices; v++) {
    int32_t current = v;
    if (parents[v] == -2) continue;
    while (lengths[current] == -2) pending.push_back(current), current = parents[current];
    int32_t length = lengths[current];
    while (!pending.empty()) lengths[pending.back()] = ++length, pending.pop_back();
  }
  answer("bfs", time, hashOf(file.vertices, [&](int64_t v) { return lengths[v]; }));
}

static void dominators(const GraphFile &file, const Lists &graph) {
  Stopwatch watch;
  std::vector<size_t> dominator(num_vertices(graph), SIZE_MAX);
  boost::lengauer_tarjan_dominator_tree(
      graph, size_t(file.vertices),
      boost::make_iterator_property_map(dominator.begin(), get(boost::vertex_index, graph)));
  double time = watch.milliseconds();
  answer("dom", time, hashOf(file.vertices, [&](int64_t v) {
    if (dominator[v] == SIZE_MAX) return int32_t(-2);
    return dominator[v] == size_t(file.vertices) ? int32_t(-1) : int32_t(dominator[v]);
  }));
}

int main(int, char **arguments) {
  GraphFile file(arguments[1]);
  std::unique_ptr<Rows> graph;
  {
    auto edges = pairs(file, true);
    graph = std::make_unique<Rows>(
        boost::edges_are_sorted, edges.begin(), edges.end(), file.vertices + 1);
  }
  std::unique_ptr<Lists> lists;
  ready("Boost");
  for (std::string job; std::getline(std::cin, job);) {
    if (job == "scc") components(file, *graph);
    else if (job == "bfs") paths(file, *graph);
    else if (job == "dom" && file.vertices <= 7000000) { // above, its lists take more than 10 GB
      if (!lists) {
        auto edges = pairs(file, true);
        lists = std::make_unique<Lists>(edges.begin(), edges.end(), file.vertices + 1);
      }
      dominators(file, *lists);
    } else refuse(job);
  }
}
