// simdjson on graph JSON: g++ -O3 -march=native -std=c++17 simdjson_peer.cpp -lsimdjson -o simdjson-peer
//
//   simdjson-peer visit FILE [repetitions]   on demand, touches every field and keeps nothing
//   simdjson-peer load FILE [repetitions]    the full load: columns, interned texts, ids resolved, both directions
//
// Prints the name and the median in milliseconds. The bytes are in memory before the clock starts.
#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

using namespace simdjson;

static uint64_t visitObjects(ondemand::array array) {
  uint64_t sum = 0;
  for (auto element : array)
    for (auto field : element.get_object()) {
      sum += field.unescaped_key().value().size();
      auto value = field.value();
      switch (value.type()) {
        case ondemand::json_type::string: sum += value.get_string().value().size(); break;
        case ondemand::json_type::number: sum += value.get_int64().value(); break;
        default: sum += 1;
      }
    }
  return sum;
}

static uint64_t visit(ondemand::parser &parser, const padded_string &text) {
  uint64_t sum = 0;
  auto document = parser.iterate(text);
  for (auto field : document.get_object()) {
    auto key = field.unescaped_key().value();
    if (key == "objects" || key == "references") sum += visitObjects(field.value().get_array());
  }
  return sum;
}

struct Interner {
  std::unordered_map<std::string, uint32_t> indices;
  std::string scratch;
  uint32_t operator()(std::string_view text) {
    scratch.assign(text);
    return indices.try_emplace(scratch, uint32_t(indices.size())).first->second;
  }
};

struct Graph {
  Interner texts;
  std::unordered_map<int64_t, uint32_t> rows;
  std::vector<int64_t> ids, sizes;
  std::vector<uint32_t> types, kinds, roots, fates;
  std::vector<uint32_t> sources, targets, names, strengths, referenceKinds;
  std::vector<uint32_t> starts, order, incomingStarts, incoming;

  void readObjects(ondemand::array array) {
    for (auto element : array) {
      uint32_t type = 0, kind = 0, root = 0, fate = 0;
      int64_t id = 0, size = 0;
      for (auto field : element.get_object()) {
        auto key = field.unescaped_key().value();
        auto value = field.value();
        if (key == "id") id = value.get_int64();
        else if (key == "size") size = value.get_int64();
        else if (key == "type") type = texts(value.get_string().value());
        else if (key == "kind") kind = texts(value.get_string().value());
        else if (key == "root") root = texts(value.get_string().value());
        else if (key == "expect") fate = texts(value.get_string().value());
      }
      if (!rows.emplace(id, uint32_t(ids.size())).second) std::abort();
      ids.push_back(id), sizes.push_back(size), types.push_back(type), kinds.push_back(kind);
      roots.push_back(root), fates.push_back(fate);
    }
  }

  void readReferences(ondemand::array array) {
    for (auto element : array) {
      uint32_t name = 0, strength = 0, kind = 0;
      int64_t from = 0, to = 0;
      for (auto field : element.get_object()) {
        auto key = field.unescaped_key().value();
        auto value = field.value();
        if (key == "from") from = value.get_int64();
        else if (key == "to") to = value.get_int64();
        else if (key == "name") name = texts(value.get_string().value());
        else if (key == "strength") strength = texts(value.get_string().value());
        else if (key == "kind") kind = texts(value.get_string().value());
      }
      sources.push_back(rows.at(from)), targets.push_back(rows.at(to));
      names.push_back(name), strengths.push_back(strength), referenceKinds.push_back(kind);
    }
  }

  static void group(
      const std::vector<uint32_t> &column, size_t count, std::vector<uint32_t> &starts,
      std::vector<uint32_t> &order) {
    starts.assign(count + 1, 0);
    for (auto vertex : column) starts[vertex + 1]++;
    for (size_t vertex = 0; vertex < count; vertex++) starts[vertex + 1] += starts[vertex];
    auto next = starts;
    order.resize(column.size());
    for (size_t edge = 0; edge < column.size(); edge++) order[next[column[edge]]++] = uint32_t(edge);
  }

  void link() {
    group(sources, ids.size(), starts, order);
    group(targets, ids.size(), incomingStarts, incoming);
  }
};

static uint64_t load(ondemand::parser &parser, const padded_string &text) {
  Graph graph;
  auto document = parser.iterate(text);
  for (auto field : document.get_object()) {
    auto key = field.unescaped_key().value();
    if (key == "objects") graph.readObjects(field.value().get_array());
    else if (key == "references") graph.readReferences(field.value().get_array());
  }
  graph.link();
  return graph.order.size() + graph.incoming.size();
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  bool isVisit = std::string(arguments[1]) == "visit";
  int repetitions = count > 3 ? std::atoi(arguments[3]) : 5;
  padded_string text = padded_string::load(arguments[2]);
  std::vector<double> times;
  uint64_t check = 0;
  for (int round = 0; round <= repetitions; round++) {
    auto start = std::chrono::steady_clock::now();
    ondemand::parser parser(size_t(1) << 32);
    check += isVisit ? visit(parser, text) : load(parser, text);
    std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    if (round > 0) times.push_back(time.count());  // the first round warms up
  }
  std::sort(times.begin(), times.end());
  if (check == 0) return 1;
  std::printf("simdjson-%s %.1f\n", arguments[1], times[times.size() / 2]);
}
