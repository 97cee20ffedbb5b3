import LeakCheckLifecycle
import SwiftParser
import SwiftSyntax
import Testing

@testable import LeakCheckSwift

/// What files say of their names is put together whatever file each part stands in.
@Suite struct NameFactsTests {
  private func files(_ texts: String...) throws -> [SourceFile] {
    try texts.enumerated().map { number, text in
      try SourceFile(named: "\(number).swift", bytes: Array(text.utf8))
    }
  }

  private func expression(_ text: String) -> ExprSyntax {
    var parser = Parser(text)
    return ExprSyntax.parse(from: &parser)
  }

  @Test func `functions of two files call each other`() throws {
    let names = RecursiveNames(
      try files(
        "func even() { odd() }\nfunc leaf() {}",
        "func odd() { even(); leaf() }",
        "extension Walk { func even() { leaf() } }"))
    #expect(["even", "odd"].allSatisfy(names.contains))
    #expect(!names.contains("leaf"))
  }

  @Test func `a name is decided where no file leaves it open`() throws {
    let names = DecidedNames(
      try files(
        "let first = Box()\nlet second = Box()\nlet third = other\nlet kind = known(first)",
        "func take(second: Box) {}\nfunc give(other: Box) {}",
        "enum Kind { case known(Box) }"))
    #expect(["first", "kind"].allSatisfy(names.contains))
    #expect(!["second", "third"].contains(where: names.contains))
  }

  @Test func `a key is known where all files write it out`() throws {
    let keys = CollectionKeys(
      try files(
        "var cache: [String: Box] = [:]\nvar table: [String: Box] = [:]\nvar sizes: [Size]",
        "func fill() { cache[\"a\"] = Box(); table[\"a\"] = Box() }",
        "func add(name: String) { table[name] = Box() }\nvar plain: Box"), own: ["Size"])
    let key = expression("\"a\"")
    guard case .key("a")? = keys.one(of: expression("cache"), at: key) else {
      Issue.record("the key of cache is written out everywhere")
      return
    }
    #expect(keys.one(of: expression("table"), at: key) == nil)
    #expect(keys.isStored(key, in: expression("cache")))
    #expect(["cache", "table", "sizes"].allSatisfy { keys.isCollection(expression($0)) })
    #expect(!keys.isCollection(expression("plain")))
  }
}
