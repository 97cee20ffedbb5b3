import Foundation
import LeakCheckGraph

/// The jobs on one graph, by us and by peers in turn, as rows of a Markdown table.
struct Comparison {
  let file: String
  /// Commands; ours is the first.
  let peers: [String]
  /// Measured rounds; one more before them is not.
  let rounds: Int

  static let jobs = ["scc", "bfs", "dom", "retained"]

  /// The columns of ``run()``'s rows.
  static func header(_ names: [String]) -> String {
    let columns =
      ["graph", "job", "leakcheck ms"] + names.map { "\($0) ms" } + [
        "best peer ÷ leakcheck", "M vertices + edges a second", "÷ gather", "bytes an object",
        "peers' bytes", "results",
      ]
    return row(columns) + "\n" + row(columns.map { _ in "---" })
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  func run() throws {
    let running = try peers.map { try Peer(command: $0, file: file) }
    defer { for peer in running { peer.end() } }
    let graph = try GraphFile(path: file).adjacency
    let gather = median((0..<rounds).compactMap { _ in running[0].run("gather")?.milliseconds })
    print(Self.header(running.dropFirst().map(\.name)))
    for job in Self.jobs {
      let measured = measure(job, running)
      let memory = try memory(of: job).map { perObject($0, graph.vertexCount) }
      var cells = ["\(name) \(millions(graph.vertexCount)) / \(millions(graph.edgeCount))", job]
      cells += measured.times.map(digits)
      cells += ratios(measured.times, edges: graph, gather: gather)
      cells += [memory[0], memory.dropFirst().joined(separator: ", "), measured.verdict]
      print(Self.row(cells))
    }
  }

  private var name: String {
    URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
  }

  private func ratios(_ times: [Double?], edges: Adjacency, gather: Double?) -> [String] {
    guard let ours = times[0], let gather else { return ["–", "–", "–"] }
    let best = times.dropFirst().compactMap(\.self).min()
    let speed = Double(edges.vertexCount + edges.edgeCount) / ours / 1e3
    return [
      best.map { String(format: "%.2f", $0 / ours) } ?? "–", digits(speed),
      String(format: "%.1f", ours / gather),
    ]
  }

  private func measure(
    _ job: String, _ running: [Peer]
  ) -> (times: [Double?], verdict: String) {
    var times = [[Double]](repeating: [], count: running.count)
    var hashes = [String?](repeating: nil, count: running.count)
    for round in 0...rounds {
      for (index, peer) in running.enumerated() {
        guard let (time, hash) = peer.run(job) else { continue }
        hashes[index] = hash
        if round > 0 { times[index].append(time) }
      }
    }
    let different = running.indices.filter { hashes[$0] != nil && hashes[$0] != hashes[0] }
    let compared = hashes.compactMap(\.self).count - 1
    return (
      times.map(median),
      different.isEmpty
        ? (compared > 0 ? "agree" : "–")
        : "not \(different.map { running[$0].name }.joined(separator: ", "))"
    )
  }

  /// The peak of one run in a fresh process of each peer.
  private func memory(of job: String) throws -> [Int?] {
    try peers.map { command in
      let peer = try Peer(command: command, file: file)
      defer { peer.end() }
      return peer.peak(of: job)
    }
  }

  private func perObject(_ bytes: Int?, _ objects: Int) -> String {
    bytes.map { String(format: "%.0f", Double($0) / Double(max(1, objects))) } ?? "–"
  }

  private func millions(_ count: Int) -> String { String(format: "%.3gM", Double(count) / 1e6) }

  private func digits(_ value: Double?) -> String {
    guard let value else { return "–" }
    return String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)
  }

  private func median(_ values: [Double]) -> Double? {
    let sorted = values.sorted()
    return sorted.isEmpty ? nil : sorted[sorted.count / 2]
  }
}
