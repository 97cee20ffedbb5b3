import Foundation
import LeakCheckGraph

/// A graph as benchmarks exchange it: compressed sparse rows in a file, little endian.
///
/// Four numbers of 8 bytes (the mark `LKSR`, vertices, edges, sources), then numbers of 4 bytes: where the
/// edges of each vertex begin and where the last end, the vertex that each edge leads to, the sources.
struct GraphFile {
  static let mark: Int64 = 0x5253_4b4c

  var adjacency: Adjacency
  var sources: [Int32]

  func write(to path: String) throws {
    var data = Data()
    let counts = [
      Self.mark, Int64(adjacency.vertexCount), Int64(adjacency.edgeCount), Int64(sources.count),
    ]
    unsafe counts.withUnsafeBytes { unsafe data.append(contentsOf: $0) }
    for column in [adjacency.starts, adjacency.heads, sources] {
      unsafe column.withUnsafeBytes { unsafe data.append(contentsOf: $0) }
    }
    try data.write(to: URL(fileURLWithPath: path))
  }

  init(adjacency: Adjacency, sources: [Int32]) {
    self.adjacency = adjacency
    self.sources = sources
  }

  init(path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    let counts = (0..<4).map { index in
      unsafe data.withUnsafeBytes { unsafe $0.load(fromByteOffset: 8 * index, as: Int64.self) }
    }
    guard counts[0] == Self.mark else { throw Failure("\(path) is not a graph of the benchmarks") }
    var offset = 32
    func column(_ count: Int64) -> [Int32] {
      defer { offset += 4 * Int(count) }
      return unsafe data.withUnsafeBytes { bytes in
        unsafe Array(bytes[offset..<offset + 4 * Int(count)].bindMemory(to: Int32.self))
      }
    }
    let starts = column(counts[1] + 1)
    let heads = column(counts[2])
    sources = column(counts[3])
    var tails: [Int32] = []
    tails.reserveCapacity(heads.count)
    for vertex in 0..<Int(counts[1]) {
      for _ in starts[vertex]..<starts[vertex + 1] { tails.append(Int32(vertex)) }
    }
    adjacency = Adjacency(vertexCount: Int(counts[1]), tails: tails, heads: heads)
  }
}

/// Why a benchmark cannot go on.
struct Failure: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
