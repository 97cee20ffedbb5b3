// node's JSON.parse on graph JSON: node --max-old-space-size=8192 node_peer.js FILE [repetitions]
//
// Prints the name and the median in milliseconds. The text is in memory, and decoded, before the clock starts.
'use strict'
const fs = require('fs')

const [, , file, repetitions = '3'] = process.argv
if (!file) {
  console.error('usage: node node_peer.js FILE [repetitions]')
  process.exit(64)
}
const text = fs.readFileSync(file, 'latin1')
const times = []
for (let round = 0; round < Number(repetitions); round++) {
  const start = process.hrtime.bigint()
  const graph = JSON.parse(text)
  times.push(Number(process.hrtime.bigint() - start) / 1e6)
  if (graph.objects.length === 0) process.exit(1)
}
times.sort((a, b) => a - b)
console.log(`node-json-parse ${times[times.length >> 1].toFixed(1)}`)
