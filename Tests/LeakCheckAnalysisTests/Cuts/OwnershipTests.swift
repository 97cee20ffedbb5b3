import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

/// Patterns of leaks as they occur in apps, with the finding and cut that their fix implies.
///
/// `Fixtures/kinds.txt`: blocks of `### name => kind from.name+…`, then objects as `id Type marks…` (`root`,
/// `gone`, `fw`, or a kind) and references as `from -> to name` (`~>` weak, `?>` unowned, `[a]` automatic).
private struct Pattern: Sendable, CustomTestStringConvertible {
  var name: String
  var expected: String
  var lines: [String]
  var testDescription: String { name }

  static let all: [Pattern] = {
    let url = Bundle.module.resourceURL?.appendingPathComponent("Fixtures/kinds.txt")
    let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
    return text.components(separatedBy: "###").compactMap { block in
      let lines = block.split(separator: "\n").map(String.init)
      let head = lines.first?.components(separatedBy: "=>") ?? []
      guard head.count == 2 else { return nil }
      let words = head.map { $0.trimmingCharacters(in: .whitespaces) }
      return Pattern(name: words[0], expected: words[1], lines: Array(lines.dropFirst()))
    }
  }()

  func graph() throws -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    var closures: Set<String> = []
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      if words.count >= 3, ["->", "~>", "?>"].contains(words[1]) {
        builder.add(reference(words, isCapture: closures.contains(words[0])))
      } else if words.count >= 2 {
        if words.contains("closure") { closures.insert(words[0]) }
        builder.add(object(words))
      }
    }
    return try builder.build()
  }

  private func object(_ words: [String]) -> ObjectDescription {
    var object = ObjectDescription(id: .text(words[0]), type: words[1])
    for mark in words.dropFirst(2) {
      switch mark {
      case "root": object.root = words[1]
      case "gone": object.expectation = LifetimeExpectation(.gone)
      case "fw": object.owner = .framework
      default: object.kind = ObjectKind(rawValue: mark)
      }
    }
    if object.kind == .closure { (object.type, object.name) = ("() -> ()", words[1]) }
    return object
  }

  private func reference(_ words: [String], isCapture: Bool) -> ReferenceDescription {
    var reference = ReferenceDescription(from: .text(words[0]), to: .text(words[2]))
    reference.strength = words[1] == "->" ? .strong : words[1] == "~>" ? .weak : .unowned
    reference.name = words.count > 3 ? words[3] : ""
    if isCapture { reference.kind = .capture }
    if words.last == "[a]" {
      reference.until = .init(event: "completion", called: .automatically)
    }
    return reference
  }
}

@Suite struct OwnershipTests {
  @Test func `the patterns are there`() { #expect(Pattern.all.count >= 235) }

  @Test(arguments: Pattern.all)
  fileprivate func `a pattern has the finding and the cut of its fix`(pattern: Pattern) throws {
    let findings = Checks.findings(in: GraphAnalysis(of: try pattern.graph()))
    #expect(AdviceRules.breaches(in: findings) == [])
    guard let first = findings.first else {
      #expect(pattern.expected == "ok")
      return
    }
    let cut = first.cut.steps.map { "\($0.reference.source.id).\($0.reference.name)" }.sorted()
    let words = [first.kind.rawValue, cut.joined(separator: "+")].filter { !$0.isEmpty }
    #expect(words.joined(separator: " ") == pattern.expected)
    #expect(!first.cut.steps.contains { $0.safety == .refuted })
  }
}
