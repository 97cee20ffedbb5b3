// Visits every number and string of a heap snapshot with simdjson's on-demand parser and stores nothing.
//
//   g++ -O3 -march=native -std=c++17 simdjson-visit.cpp -o simdjson-visit -lsimdjson   (Debian: libsimdjson-dev)
//   ./simdjson-visit FILE [RUNS]          prints "simdjson-visit MEDIAN-MS" and "simdjson-visit-typed MEDIAN-MS"
//
// The first visit knows nothing of the format: it asks each value for its type, and takes a number for a double where
// it is not whole. The second
// is told which arrays hold whole numbers from 0 on and takes anything else there for an error.
#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace simdjson;

// A sum, so that nothing can be left out.
static uint64_t visit(ondemand::value value) {
  uint64_t sum = 0;
  switch (value.type()) {
    case ondemand::json_type::array:
      for (auto element : value.get_array()) sum += visit(element.value());
      break;
    case ondemand::json_type::object:
      for (auto field : value.get_object()) sum += visit(field.value().value());
      break;
    case ondemand::json_type::number: {
      uint64_t whole;
      sum += value.get_uint64().get(whole) ? (uint64_t)value.get_double().value() : whole;
      break;
    }
    case ondemand::json_type::string: sum += value.get_string().value().size(); break;
    default: break;
  }
  return sum;
}

// The flat arrays of whole numbers, which are nearly all of the file, without a look at their types.
static uint64_t visitNumbers(ondemand::array numbers) {
  uint64_t sum = 0;
  for (auto number : numbers) sum += number.get_uint64().value();
  return sum;
}

static uint64_t visitFile(ondemand::parser &parser, padded_string &text, bool isTyped) {
  uint64_t sum = 0;
  ondemand::document document = parser.iterate(text);
  for (auto field : document.get_object()) {
    std::string_view key = field.unescaped_key();
    if (isTyped && (key == "nodes" || key == "edges" || key == "locations")) {
      sum += visitNumbers(field.value().get_array());
    } else {
      sum += visit(field.value().value());
    }
  }
  return sum;
}

int main(int count, char **arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: simdjson-visit FILE [RUNS]\n");
    return 64;
  }
  int runs = count > 2 ? std::atoi(arguments[2]) : 5;
  padded_string text = padded_string::load(arguments[1]);
  ondemand::parser parser;
  for (bool isTyped : {false, true}) {
    std::vector<double> times;
    uint64_t sum = 0;
    // The first run is a warm-up.
    for (int run = 0; run <= runs; run++) {
      auto start = std::chrono::steady_clock::now();
      sum = visitFile(parser, text, isTyped);
      std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
      if (run > 0) times.push_back(time.count());
    }
    std::sort(times.begin(), times.end());
    std::printf("simdjson-visit%s %.1f\n", isTyped ? "-typed" : "", times[times.size() / 2]);
    std::fprintf(stderr, "sum %llu\n", (unsigned long long)sum);
  }
}
