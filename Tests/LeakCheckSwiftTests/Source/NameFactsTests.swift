import LeakCheckLifecycle
import SwiftParser
import SwiftSyntax
import Testing

@testable import LeakCheckSwift

/// What files say of their names is put together whatever file each part stands in.
@Suite struct NameFactsTests {
  private func files(_ texts: String...) throws -> [SourceFile] { try Self.files(texts) }

  private static func files(_ texts: [String]) throws -> [SourceFile] {
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

  private func keys(_ texts: String...) throws -> CollectionKeys {
    let files = try Self.files(texts)
    return CollectionKeys(files, own: ["Size"], constants: ConstantKeys(files))
  }

  @Test func `a key is known where all files write it out`() throws {
    let keys = try keys(
      "var cache: [String: Box] = [:]\nvar table: [String: Box] = [:]\nvar sizes: [Size]",
      "func fill() { cache[\"a\"] = Box(); table[\"a\"] = Box() }",
      "func add(name: String) { table[name] = Box() }\nvar plain: Box")
    let key = expression("\"a\"")
    guard case .key("a")? = keys.one(of: expression("cache"), at: key, given: [:]) else {
      Issue.record("the key of cache is written out everywhere")
      return
    }
    #expect(keys.one(of: expression("table"), at: key, given: [:]) == nil)
    #expect(keys.isStored(key, in: expression("cache")))
    #expect(["cache", "table", "sizes"].allSatisfy { keys.isCollection(expression($0)) })
    #expect(!keys.isCollection(expression("plain")))
  }

  @Test(arguments: [
    "bus.on(\"a\"); bus.on(\"b\")", "bus.on(.saved)", "bus.on(Topic.saved)", "bus.on(1)",
    "func forward(_ name: String) { bus.on(name) }\nfunc start() { forward(\"a\") }",
  ])
  func `a parameter is a constant where each call passes one`(calls: String) throws {
    let keys = try Self.bus(calls)
    #expect(keys.areConstants(expression("handlers")))
    let one = keys.one(of: expression("handlers"), at: expression("name"), given: ["name": "a"])
    guard case .key("a")? = one else {
      Issue.record("the key is the constant that the parameter stands for")
      return
    }
    #expect(keys.one(of: expression("handlers"), at: expression("name"), given: [:]) == nil)
  }

  @Test(arguments: [
    "bus.on(\"a\"); bus.on(text)", "let on = bus.on", "func start(_ name: String) { bus.on(name) }",
    "bus.on(\"a\"); names.forEach(bus.on)", "func on(_ name: String) { bus.on(\"a\") }", "",
  ])
  func `a parameter is none where a call may pass anything`(calls: String) throws {
    #expect(try !Self.bus(calls).areConstants(expression("handlers")))
  }

  private static func bus(_ calls: String) throws -> CollectionKeys {
    let text = """
      class Bus {
        var handlers: [String: Box] = [:]
        func on(_ name: String) { handlers[name] = Box() }
      }
      class Caller {
        \(calls.contains("func ") ? "" : "func run() {")
        \(calls)
        \(calls.contains("func ") ? "" : "}")
      }
      """
    let files = try files([text])
    return CollectionKeys(files, own: [], constants: ConstantKeys(files))
  }
}
