import Foundation
import LeakCheckGraph
import LeakCheckText
import Testing

@testable import LeakCheckImport

/// What the lists of fields promise and the compiler cannot see.
@Suite struct FieldTests {
  /// An object of which everything is said.
  private static let object: ObjectDescription = {
    var object = ObjectDescription(id: .text("a"), type: "Screen")
    object.kind = .controller
    object.name = "the first"
    object.size = 96
    object.root = "window"
    object.expectation = LifetimeExpectation(.gone, because: "popped")
    object.owner = .test
    object.retainCount = 3
    object.file = "Screen.swift"
    object.line = 7
    object.extensions = #""x-a": 1"#
    return object
  }()

  /// A reference of which everything is said.
  private static let reference: ReferenceDescription = {
    var reference = ReferenceDescription(from: .text("a"), to: .text("a"))
    reference.name = "me"
    reference.strength = .unowned
    reference.kind = .capture
    reference.until = .init(event: "cancel()", called: .inDeinit(of: .text("a")))
    reference.until?.extensions = #""x-c": 3"#
    reference.extensions = #""x-b": 2"#
    return reference
  }()

  /// The properties of a description, as text.
  private static func properties(of description: Any) -> [String: String] {
    let children = Mirror(reflecting: description).children
    return Dictionary(
      children.map { ($0.label ?? "", String(reflecting: $0.value)) }, uniquingKeysWith: { $1 })
  }

  @Test func `the descriptions of these tests leave nothing out`() {
    let object = Self.properties(of: Self.object)
    for (name, value) in Self.properties(of: ObjectDescription(id: .number(1), type: "")) {
      #expect(object[name] != value, "no value of its own: \(name)")
    }
    let reference = Self.properties(of: Self.reference)
    let plain = ReferenceDescription(from: .number(1), to: .number(1))
    for (name, value) in Self.properties(of: plain) {
      #expect(reference[name] != value, "no value of its own: \(name)")
    }
  }

  @Test func `every field is in a graph, in JSON and in the binary form`() throws {
    var builder = ObjectGraph.Builder()
    builder.add(Self.object)
    builder.add(Self.reference)
    let graph = try builder.build()
    let json = DumpFile(Array(JSONGraphWriter().text(of: graph).utf8), source: "g.json")
    let binary = DumpFile(BinaryGraphWriter().bytes(of: graph), source: "g.lcgraph")
    for read in [graph, try GraphReaders.read(json), try GraphReaders.read(binary)] {
      #expect(read.objects.map(\.objectDescription) == [Self.object])
      #expect(read.references.map(\.referenceDescription) == [Self.reference])
    }
  }

  @Test func `the schema has the keys of the fields`() throws {
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(GraphSchema.text.utf8)) as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    func keys(of definition: String) -> Set<String> {
      Set((definitions[definition]?["properties"] as? [String: Any] ?? [:]).keys)
    }
    #expect(keys(of: "object") == Set(ObjectField.allCases.map(\.stringValue)))
    #expect(keys(of: "reference") == Set(ReferenceField.allCases.map(\.stringValue)))
  }

  @Test func `each mark of a reference has bits of its own`() {
    var seen: Set<UInt8> = []
    for strength in Strength.allCases {
      for kind in ReferenceKind.allCases {
        for end in 0..<4 as Range<UInt8> {
          guard let end = ReferenceMarks.End(rawValue: end) else { continue }
          let marks = ReferenceMarks(strength: strength, kind: kind, end: end)
          #expect(marks.strength == strength && marks.kind == kind && marks.end == end)
          #expect(seen.insert(marks.rawValue).inserted)
        }
      }
    }
  }

  /// More would still be read, by the slower way; nobody would notice but by the clock.
  @Test func `there is room for every key and every word in what reads familiar records`() {
    #expect(ObjectField.allCases.count <= JSONSpelling.opening)
    #expect(ReferenceField.allCases.count <= JSONSpelling.opening)
    for words in [
      GraphWords.strength.names, GraphWords.referenceKind.names, GraphWords.owner.names,
      GraphWords.fate.names,
    ] {
      #expect(words.count <= ShortWords.most && words.allSatisfy { $0.utf8.count <= 16 })
    }
  }

  @Test func `more words than there is room for are left to the general parser`() {
    let words = (0..<10).map { "word\($0)" }
    let table = ShortWords(words)
    for (index, word) in words.enumerated() {
      let number = word.utf8.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      #expect(table.index(of: number, 0) == (index < ShortWords.most ? index : nil))
    }
  }

  @Test func `every column of a graph is in the lists that loops go through`() throws {
    let graph = try ObjectGraph.Builder().build()
    let objects = Mirror(reflecting: graph.storage.contents.objects).children.map(\.value)
    #expect(objects.count { $0 is TextColumn } == Set(ObjectContents.texts).count)
    #expect(objects.count { $0 is IntegerColumn } == Set(ObjectContents.numbers).count)
    #expect(objects.count { $0 is SparseColumn<Int32> } == Set(ObjectContents.notes).count)
    let references = Mirror(reflecting: graph.storage.contents.references).children.map(\.value)
    #expect(references.count { $0 is TextColumn } == Set(ReferenceContents.texts).count)
    #expect(references.count { $0 is SparseColumn<Int32> } == Set(ReferenceContents.notes).count)
  }

  @Test func `every column of a graph has sections, and every section one column`() {
    #expect(ObjectContents.textSections.map(\.column) == ObjectContents.texts)
    #expect(ObjectContents.numberSections.map(\.column) == ObjectContents.numbers)
    #expect(ObjectContents.noteSections.map(\.column) == ObjectContents.notes)
    #expect(ReferenceContents.textSections.map(\.column) == ReferenceContents.texts)
    #expect(ReferenceContents.noteSections.map(\.column) == ReferenceContents.notes)
    let sections =
      ObjectContents.textSections.flatMap { [$0.section, $0.palette] }
      + ObjectContents.numberSections.map(\.section)
      + ObjectContents.noteSections.flatMap { [$0.section, $0.rows] }
      + ReferenceContents.textSections.flatMap { [$0.section, $0.palette] }
      + ReferenceContents.noteSections.flatMap { [$0.section, $0.rows] }
    #expect(Set(sections).count == sections.count)
    #expect(Set(sections).isSubset(of: BinarySection.allCases))
  }
}
