import LeakCheckGraph
import LeakCheckText

@testable import LeakCheckImport

/// A binary graph that tests change, with checksums that fit all the same.
struct BinaryFileEditor {
  var bytes: [UInt8]

  init(_ graph: ObjectGraph) { bytes = BinaryGraphWriter().bytes(of: graph) }

  /// A graph with something in every section.
  static func fullGraph() throws -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    builder.name = "näme"
    builder.extensions = #""x-a": 1"#
    for index in 0..<12 { builder.add(object(index)) }
    for index in 0..<12 {
      let ids: [ObjectID] = [.number(Int64(index % 6) * 16), .text("t\(index % 6 + 6)")]
      for (offset, id) in ids.enumerated() {
        var reference = ReferenceDescription(from: ids[0], to: id)
        reference.name = ["self", "délégué"][offset]
        reference.strength = Strength.allCases[index % 4]
        reference.kind = ReferenceKind.allCases[index % 5]
        if index % 3 == 0 { reference.until = .init(event: "stop()", called: .inDeinit(of: id)) }
        if index % 3 == 1 { reference.until = .init(event: "end()", called: .inTeardown) }
        if index % 4 == 0 { reference.extensions = #""x-r": [\#(index)]"# }
        builder.add(reference)
      }
    }
    return try builder.build()
  }

  private static func object(_ index: Int) -> ObjectDescription {
    let id: ObjectID = index < 6 ? .number(Int64(index) * 16) : .text("t\(index)")
    var object = ObjectDescription(id: id, type: ["A", "Bé", "C<D>"][index % 3])
    object.kind = [.object, .closure, .view][index % 3]
    object.name = index % 2 == 0 ? "object \(index)" : ""
    object.size = Int64(index) << Int64(index * 3)
    object.root = [nil, "", "static"][index % 3]
    object.expectation = index % 4 == 1 ? LifetimeExpectation(.gone, because: "popped") : nil
    object.owner = Owner.allCases[index % 3]
    object.retainCount = index % 5 == 0 ? Int32(index) : nil
    object.file = index % 2 == 1 ? "F.swift" : ""
    object.line = Int32(index)
    object.extensions = index % 6 == 5 ? #""x-o": {}"# : ""
    return object
  }

  /// The number of `width` bytes at `offset`.
  func number(at offset: Int, width: Int) -> Int {
    bytes[offset..<offset + width].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Writes a number over the bytes at `offset`.
  mutating func set(at offset: Int, width: Int, to number: Int) {
    for index in 0..<width {
      bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
    }
  }

  /// Where the entry of a section is in the table.
  func place(of section: BinarySection) -> Int? {
    places.first { number(at: $0, width: 4) == Int(section.rawValue) }
  }

  /// Writes over a value of a section.
  mutating func set(_ section: BinarySection, _ index: Int, to value: Int) {
    guard let place = place(of: section) else { preconditionFailure("no \(section)") }
    let width = number(at: place + 4, width: 4)
    set(at: number(at: place + 8, width: 8) + index * width, width: width, to: value)
  }

  /// Makes the checksums fit, of sections that lie inside the file.
  mutating func seal() {
    for place in places {
      let start = number(at: place + 8, width: 8)
      let (length, overflow) = number(at: place + 16, width: 8).multipliedReportingOverflow(
        by: number(at: place + 4, width: 4))
      guard !overflow, length >= 0, start >= 0, start <= bytes.count, length <= bytes.count - start
      else { continue }
      let sum = BinaryChecksum.checksum(of: Array(bytes[start..<start + length]))
      set(at: place + 24, width: 8, to: Int(bitPattern: UInt(sum)))
    }
    let end = 64 + places.count * 32
    let sum = BinaryChecksum.checksum(of: Array(bytes[..<end]))
    set(at: end, width: 8, to: Int(bitPattern: UInt(sum)))
  }

  /// The entries of the table that lie inside the file.
  private var places: [Int] {
    let count = min(number(at: 12, width: 4), (bytes.count - 72) / 32)
    return (0..<count).map { 64 + $0 * 32 }
  }

  /// What the reader says of the file, or `nil` when it reads it.
  func failure() -> InputError? {
    do throws(InputError) {
      let graph = try BinaryGraphReader().read(bytes, from: "f")
      // Everything is looked at, so that an index that was let through shows.
      _ = JSONGraphWriter().text(of: graph)
      _ = graph.objects.map { $0.referrers.map(\.source.id) }
      return nil
    } catch {
      return error
    }
  }
}
