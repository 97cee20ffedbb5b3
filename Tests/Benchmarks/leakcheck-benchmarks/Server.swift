import Foundation
import LeakCheckGraph

/// Our side of a comparison: reads names of jobs, runs each once, writes its time and a hash of the result.
///
/// Peers speak the same: `ready NAME` when the graph is there, then for each line `JOB` of the input one
/// line `JOB MILLISECONDS HASH`, or `JOB - -` for what they cannot do.
struct Server {
  let graph: GraphFile
  private let tails: [Int32]
  private let values: [Int32]

  init(_ graph: GraphFile) {
    self.graph = graph
    tails = graph.adjacency.tails()
    values = (0..<Int32(graph.adjacency.vertexCount)).map { $0 &* 7 }
  }

  func run() {
    writeLine("ready leakcheck")
    while let job = readLine() {
      guard let (time, hash) = answer(job) else {
        writeLine("\(job) - -")
        continue
      }
      writeLine("\(job) \(Double(time) / 1e6) \(hash)")
    }
  }

  private func writeLine(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private func answer(_ job: String) -> (nanoseconds: UInt64, hash: UInt64)? {
    let edges = graph.adjacency
    switch job {
    case "scc":
      return time({ StronglyConnectedComponents(of: edges) }, hash: hash)
    case "bfs":
      return time(
        { ShortestPaths(from: graph.sources, along: edges, tails: tails) }, hash: hash)
    case "dom":
      return time({ DominatorTree(from: graph.sources, along: edges) }, hash: hash)
    case "retained":
      return time({
        DominatorTree(from: graph.sources, along: edges).retained { Int64($0 & 255) }
      }) { $0.reduce(0) { $0 &+ UInt64($1) } }
    case "pass": return time({ edges.heads.reduce(0, &+) }) { UInt64($0 & 1) }
    case "gather":
      return time({ edges.heads.reduce(0) { $0 &+ values[Int($1)] } }) { UInt64($0 & 1) }
    default: return nil
    }
  }

  private func time<Result>(
    _ work: () -> Result, hash: (Result) -> UInt64
  ) -> (nanoseconds: UInt64, hash: UInt64) {
    let start = processorTime()
    let result = work()
    let end = processorTime()
    return (end - start, hash(result))
  }

  /// The processor's time: other processes then disturb a comparison less than they do by the clock.
  private func processorTime() -> UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The least member of the component of each vertex, which no numbering of components changes.
  private func hash(_ components: StronglyConnectedComponents) -> UInt64 {
    hash { components.members(of: Int(components.component[Int($0)])).first ?? -1 }
  }

  /// The length of the path to each vertex: which of several shortest paths is told is a matter of taste.
  private func hash(_ paths: ShortestPaths) -> UInt64 {
    var lengths = [Int32](repeating: -2, count: graph.adjacency.vertexCount)
    var pending: [Int32] = []
    for vertex in 0..<Int32(lengths.count) where paths.isReached(vertex) {
      var current = vertex
      while lengths[Int(current)] < 0, paths.edgeTo[Int(current)] >= 0 {
        pending.append(current)
        current = tails[Int(paths.edgeTo[Int(current)])]
      }
      lengths[Int(current)] = max(0, lengths[Int(current)])
      var length = lengths[Int(current)]
      while let last = pending.popLast() {
        length += 1
        lengths[Int(last)] = length
      }
    }
    return hash { lengths[Int($0)] }
  }

  private func hash(_ tree: DominatorTree) -> UInt64 {
    hash { tree.isReached($0) ? tree.immediateDominator[Int($0)] : -2 }
  }

  /// One number for a number of each vertex; peers compute the same.
  private func hash(_ value: (Int32) -> Int32) -> UInt64 {
    var sum: UInt64 = 0
    for vertex in 0..<Int32(graph.adjacency.vertexCount) {
      var word = UInt64(UInt32(vertex)) << 32 | UInt64(UInt32(bitPattern: value(vertex)))
      word &*= 0x9e37_79b9_7f4a_7c15
      word ^= word >> 29
      word &*= 0xbf58_476d_1ce4_e5b9
      sum &+= word ^ word >> 32
    }
    return sum
  }
}
