import Foundation
import LeakCheckTestSupport
import Testing

/// Four times the input takes at most five times the time, whatever the input is.
///
/// Times say nothing on a machine that does other work, so these run when they are asked for:
/// `LEAKCHECK_GROWTH=1 swift test --filter GrowthTests`, of a debug build.
@Suite(
  .serialized, .enabled(if: ProcessInfo.processInfo.environment["LEAKCHECK_GROWTH"] != nil))
struct GrowthTests {
  /// An input that grows: its smaller size, its text for a size, and what is asked of it.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var size: Int
    var arguments: [String] = []
    var text: @Sendable (Int) -> String
  }

  static let rows: [Row] = [
    Row(testDescription: "ids that are texts", size: 20_000) { size in
      graph(colliding(size).map { #"{"id":"\#($0)","type":"T"}"# })
    },
    Row(testDescription: "types", size: 10_000) { size in
      graph(colliding(size).enumerated().map { #"{"id":\#($0),"type":"\#($1)"}"# })
    },
    Row(testDescription: "ids that are numbers", size: 20_000) { size in
      // Multiples of the inverse of 2^64 divided by the golden ratio.
      let inverse: UInt64 = 0xf1de_83e1_9937_733d
      return graph(
        (1...UInt64(size)).map { #"{"id":\#(Int64(bitPattern: $0 &* inverse)),"type":"T"}"# })
    },
    Row(testDescription: "cycles of types of their own", size: 4_000) { size in
      graph(
        (0..<2 * size).map { #"{"id":\#($0),"type":"T\#($0)"}"# },
        (0..<2 * size).map { #"{"from":\#($0),"to":\#($0 ^ 1),"name":"n"}"# })
    },
    Row(
      testDescription: "the tree of a chain", size: 2_000,
      arguments: ["top", "--tree", "--depth", "1000000", "--limit", "1000000"],
      text: chain),
    Row(
      testDescription: "the tree of many types", size: 4_000,
      arguments: ["top", "--tree", "--limit", "1000000"]
    ) { size in
      graph((0..<size).map { #"{"id":\#($0),"type":"T\#($0)","root":true,"size":\#($0)}"# })
    },
    Row(
      testDescription: "a page of many findings", size: 500,
      arguments: ["check", "--format", "html", "--limit", "1000000"]
    ) { size in
      graph(
        (0..<2 * size).map { #"{"id":\#($0),"type":"T\#($0)"}"# },
        (0..<2 * size).map { #"{"from":\#($0),"to":\#($0 ^ 1),"name":"n"}"# })
    },
    Row(testDescription: "keys of a scenario", size: 50_000, arguments: ["simulate"]) { size in
      let keys = (0..<size).map { #""x-\#($0)": 0"# }.joined(separator: ",")
      return #"{"leakcheck":1,"steps":[{"new":"NSObject",\#(keys)}]}"#
    },
  ]

  @Test(arguments: rows)
  func `four times as much takes at most five times as long`(row: Row) throws {
    let times = try [row.size, 4 * row.size].map { size in
      let scratch = try Scratch(["in.json": row.text(size)])
      return try (0..<3).map { _ in
        let start = ContinuousClock.now
        let result = try CommandResult.ofLeakcheck(
          row.arguments + ["in.json", "--output", "out"], in: scratch.url)
        #expect([0, 1].contains(result.status), "\(result.errors)")
        return (ContinuousClock.now - start) / .seconds(1)
      }.min() ?? 0
    }
    // To start takes some time as well, which does not grow.
    #expect(times[1] <= 5 * times[0] + 0.2, "\(times)")
  }

  private static func graph(_ objects: [String], _ references: [String] = []) -> String {
    #"{"leakcheck":1,"objects":[\#(objects.joined(separator: ","))],"#
      + #""references":[\#(references.joined(separator: ","))]}"#
  }

  private static let chain: @Sendable (Int) -> String = { size in
    graph(
      (0..<size).map { #"{"id":\#($0),"type":"L","size":8\#($0 == 0 ? #","root":true"# : "")}"# },
      (1..<size).map { #"{"from":\#($0 - 1),"to":\#($0),"name":"next"}"# })
  }

  /// Texts of 16 characters that collide where words are hashed without a key.
  private static func colliding(_ count: Int) -> [String] {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
    var texts: [String] = []
    var number = 0
    while texts.count < count {
      let first = (0..<8).reduce(0 as UInt64) { word, place in
        word | UInt64(letters[number >> (6 * place) & 63]) << UInt64(8 * place)
      }
      let product = (0x9e37_79b9_7f4a_7c15 ^ first) &* 0xd6e8_feb8_6659_fd93
      let second = product ^ product >> 32 ^ 0x0123_4567_89ab_cdef
      let bytes = [first, second].flatMap { word in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
      }
      let isPlain = bytes.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x5c }
      if isPlain { texts.append(String(decoding: bytes, as: UTF8.self)) }
      number += 1
    }
    return texts
  }
}
