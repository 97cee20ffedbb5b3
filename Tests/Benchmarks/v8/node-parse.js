// Parses a heap snapshot with JSON.parse, which keeps all of it.
//
//   node --max-old-space-size=8000 node-parse.js FILE [RUNS]       prints "node-json-parse MEDIAN-MS"
//
// A string of V8 ends at 512 MB.
"use strict";
const fs = require("fs");

const [, , file, runs = "5"] = process.argv;
if (!file) {
  console.error("usage: node node-parse.js FILE [RUNS]");
  process.exit(64);
}
const text = fs.readFileSync(file, "latin1");
const times = [];
for (let run = 0; run <= Number(runs); run += 1) {
  const start = process.hrtime.bigint();
  const snapshot = JSON.parse(text);
  const time = Number(process.hrtime.bigint() - start) / 1e6;
  if (snapshot.nodes.length === 0) throw new Error("no nodes");
  // The first run is a warm-up.
  if (run > 0) times.push(time);
}
times.sort((a, b) => a - b);
console.log(`node-json-parse ${times[times.length >> 1].toFixed(1)}`);
