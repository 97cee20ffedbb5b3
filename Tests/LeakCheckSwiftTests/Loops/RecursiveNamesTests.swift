import LeakCheckTestSupport
import Testing

@testable import LeakCheckSwift

@Suite struct RecursiveNamesTests {
  private func names(_ text: String) throws -> RecursiveNames {
    RecursiveNames([try SourceFile(named: "a.swift", bytes: Array(text.utf8))])
  }

  @Test func `closures in properties call, and are called`() throws {
    let names = try names(
      """
      func start() { retry.block = { if true { retry.block?() } } }
      func walk() { walk() }
      func even() { odd() }
      func odd() { even(); leaf() }
      func leaf() {}
      let tick = { tock() }
      func tock() { print(1) }
      """)
    #expect(["block", "walk", "even", "odd"].allSatisfy(names.contains))
    #expect(!["start", "leaf", "tick", "tock", "print"].contains(where: names.contains))
  }

  /// Against every way from each name, on random calls: what reaches itself is there, and what is left out does not.
  @Test(arguments: Rounds.seeds(40, usually: 10))
  func `what reaches itself is there`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 1...9, using: &random)
    var calls = [[Int]](repeating: [], count: count)
    for _ in 0..<Int.random(in: 0...count, using: &random) {
      let caller = Int.random(in: 0..<count, using: &random)
      calls[caller].append(Int.random(in: 0..<count, using: &random))
    }
    let text = calls.enumerated().map { caller, called in
      "func f\(caller)() { \(called.map { "f\($0)()" }.joined(separator: "; ")) }"
    }
    let names = try names(text.joined(separator: "\n"))
    let cyclic = (0..<count).filter { reached(from: $0, calls).contains($0) }
    for name in cyclic { #expect(names.contains("f\(name)"), "\(text)") }
    // What is there besides lies between two that do.
    for name in 0..<count where names.contains("f\(name)") {
      #expect(reached(from: name, calls).contains(where: cyclic.contains) || cyclic.contains(name))
      #expect(cyclic.contains { reached(from: $0, calls).contains(name) })
    }
  }

  private func reached(from start: Int, _ calls: [[Int]]) -> Set<Int> {
    var found: Set<Int> = []
    var open = calls[start]
    while let next = open.popLast() {
      if found.insert(next).inserted { open += calls[next] }
    }
    return found
  }

  @Test func `a long chain of calls takes no more than its length`() throws {
    let text = (0..<20_000).map { "func f\($0)() { f\($0 + 1)() }" }.joined(separator: "\n")
    #expect(try !names(text).contains("f10000"))
  }
}
