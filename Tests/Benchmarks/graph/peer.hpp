// What the peers share: the graph file, the hash of a result, and the dialogue with the comparison.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <malloc.h>
#include <string>
#include <time.h>
#include <vector>

struct GraphFile {
  int64_t vertices = 0, edges = 0, sourceCount = 0;
  std::vector<int32_t> starts, heads, sources;

  explicit GraphFile(const char *path) {
    FILE *file = fopen(path, "rb");
    int64_t counts[4];
    if (!file || fread(counts, 8, 4, file) != 4 || counts[0] != 0x52534b4c) {
      fprintf(stderr, "%s is not a graph of the benchmarks\n", path);
      exit(1);
    }
    vertices = counts[1], edges = counts[2], sourceCount = counts[3];
    read(starts, vertices + 1, file), read(heads, edges, file), read(sources, sourceCount, file);
    fclose(file);
  }

private:
  static void read(std::vector<int32_t> &column, int64_t count, FILE *file) {
    column.resize(count);
    if (fread(column.data(), 4, count, file) != size_t(count)) {
      fprintf(stderr, "the graph is cut short\n");
      exit(1);
    }
  }
};

template <class Value> uint64_t hashOf(int64_t count, Value value) {
  uint64_t sum = 0;
  for (int64_t vertex = 0; vertex < count; vertex++) {
    uint64_t word = uint64_t(vertex) << 32 | uint32_t(int32_t(value(vertex)));
    word *= 0x9e3779b97f4a7c15u;
    word ^= word >> 29;
    word *= 0xbf58476d1ce4e5b9u;
    sum += word ^ word >> 32;
  }
  return sum;
}

/// The least member of each vertex's component.
template <class Component> uint64_t hashOfComponents(int64_t count, Component component) {
  std::vector<int32_t> least(count, -1);
  for (int64_t v = count - 1; v >= 0; v--) least[component(v)] = int32_t(v);
  return hashOf(count, [&](int64_t v) { return least[component(v)]; });
}

/// The processor's time: other processes then disturb a comparison less than they do by the clock.
struct Stopwatch {
  double start = now();
  double milliseconds() const { return now() - start; }

private:
  static double now() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
  }
};

inline void answer(const std::string &job, double milliseconds, uint64_t hash) {
  std::cout << job << ' ' << milliseconds << ' ' << hash << std::endl;
}

inline void refuse(const std::string &job) { std::cout << job << " - -" << std::endl; }

inline void ready(const char *name) {
  malloc_trim(0);
  std::cout << "ready " << name << std::endl;
}
