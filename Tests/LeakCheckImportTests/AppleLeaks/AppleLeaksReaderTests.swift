import Foundation
import LeakCheckGraph
import LeakCheckImport
import Testing

@Suite struct AppleLeaksReaderTests {
  private func fixture(_ number: String) throws -> String {
    let folder = try #require(Bundle.module.resourceURL?.appending(path: "Fixtures/AppleLeaks"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let file = try #require(files.first { $0.hasPrefix(number) })
    return try String(contentsOf: folder.appending(path: file), encoding: .utf8)
  }

  /// The references as `1000 'name' 2000`, with ids in hexadecimal digits and the strength unless strong.
  private func references(of graph: ObjectGraph) -> [String] {
    func word(_ id: ObjectID) -> String {
      if case .number(let value) = id { String(value, radix: 16) } else { "\(id)" }
    }
    return graph.references.map { reference in
      let strength = reference.strength == .strong ? "" : " \(reference.strength.rawValue)"
      return
        "\(word(reference.source.id)) '\(reference.name)'\(strength) \(word(reference.target.id))"
    }
  }

  private func leaked(in graph: ObjectGraph) -> [String] {
    graph.objects.filter { $0.retainCount == 1 && $0.expectation?.fate == .gone }.map(\.type)
  }

  @Test func `a published cycle and four equal leaks`() throws {
    let graph = try LeaksTexts.graph(fixture("03"))
    #expect(graph.objects.count == 6)
    #expect(graph.name == "leaks of process 3200")
    #expect(
      references(of: graph) == [
        "600002332540 'apartment' 600002332660", "600002332660 'person' 600002332540",
      ])
    #expect(leaked(in: graph) == Array(repeating: "HomeViewModel", count: 4))
    #expect(graph.objects.first?.size == 32)
    #expect(graph.collector == .arc)
  }

  @Test func `a published report without leaks`() throws {
    let graph = try LeaksTexts.graph(fixture("11"))
    #expect(graph.objects.isEmpty)
    #expect(graph.name == "leaks of untitledc [5052]")
    #expect(graph.extensions == #""x-leaks": {"leaks": 0, "bytes": 0}"#)
  }

  @Test func `a published leak below its stack`() throws {
    let graph = try LeaksTexts.graph(fixture("12"))
    #expect(graph.objects.map(\.type) == ["malloc in boost_data_types::shared_ptr_example()"])
    #expect(graph.objects.first?.id == 0x12b7_040f0)
    #expect(leaked(in: graph).count == 1)
  }

  @Test func `a published excerpt is read, and says that it is one`() throws {
    let text = try fixture("05")
    #expect(LeaksTexts.incomplete(text) == "states 39 leaks, 7 are here")
    #expect(try LeaksTexts.graph(text).objects.count == 7)
    let excerpt = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("total leaked bytes") }.joined(separator: "\n")
    let graph = try LeaksTexts.graph(excerpt)
    #expect(graph.objects.count == 7)
    #expect(graph.references.map(\.name).sorted() == ["", "", "", "", "task", "task"])
    #expect(
      graph.objects.compactMap(\.expectation?.reason)
        == ["leaks found it on a cycle, whose end the text does not have"])
  }

  @Test func `trees have names, strengths, kinds and sizes`() throws {
    let graph = try LeaksTexts.graph(LeaksTexts.trees)
    #expect(graph.name == "leaks of Shop [7]")
    #expect(
      references(of: graph) == [
        "600000001000 '' 600000005000", "600000001000 '_model.wrappedValue' 600000002000",
        "600000001000 '_rawValues' 600000001000", "600000001000 'delegate' weak 600000006000",
        "600000002000 '+ 16' 600000003000", "600000003000 '' 600000001000",
        "600000003000 'view' 600000004000", "600000007000 'owner' unmanaged 600000008000",
      ])
    let kinds = graph.objects.map { "\($0.type) \($0.kind) \($0.size)" }
    #expect(
      kinds == [
        "Shop.Cart<Shop.Item, (count: Swift.Int, 0x1 Swift.Int)> object 640",
        "Swift closure context closure 48", "malloc object 80", "NSTimer timer 32",
        "__NSMallocBlock__ closure 1233655", "Shop.Delegate object 32", "malloc object 32",
        "malloc object 32",
      ])
    #expect(Array(graph.objects)[4].name == "__14-[Cart refill]_block_invoke")
    #expect(graph.references.filter { $0.kind == .capture }.count == 1)
    // What is referred to without being retained has no other holder in the text.
    #expect(leaked(in: graph) == ["Shop.Delegate", "malloc", "malloc"])
    #expect(graph.extensions.contains(#""leaks": 8, "bytes": 1234551"#))
    #expect(graph.extensions.contains("the types of 3 objects"))
  }

  @Test func `stacks part the trees and are passed over`() throws {
    let graph = try LeaksTexts.graph(LeaksTexts.stacks)
    #expect(
      graph.objects.map(\.type) == [
        "malloc in make_node", "calloc in make_name", "malloc", "malloc in make_node", "malloc",
      ])
    #expect(references(of: graph).map { $0.prefix(9) } == ["14c704130", "14c704130"])
    #expect(leaked(in: graph).count == 3)
  }

  @Test func `the old list has types, sizes and no references`() throws {
    let graph = try LeaksTexts.graph(LeaksTexts.list)
    let objects = graph.objects.map { "\($0.type) \($0.size)" }
    #expect(
      objects.sorted() == [
        "CFDictionary (Key Storage) 48", "NSCFString 16", "Shop.Cart 2048", "XTubeManager 144",
        "malloc 48", "malloc 64", "malloc 64",
      ])
    #expect(graph.references.isEmpty)
    #expect(leaked(in: graph).count == 7)
    #expect(graph.extensions.contains("is listed as leaked itself"))
  }

  @Test func `groups become as many objects as they count`() throws {
    let graph = try LeaksTexts.graph(LeaksTexts.groups)
    let counts = Dictionary(grouping: graph.objects.map(\.type)) { $0 }.mapValues(\.count)
    #expect(counts == ["Model": 4, "Person": 2, "Home": 2, "Door": 4])
    #expect(
      references(of: graph).filter { $0.hasPrefix("Person") || $0.contains("owner") } == [
        "Home #1 'owner' Person #1", "Home #2 'owner' Person #2", "Person #1 'home' Home #1",
        "Person #2 'home' Home #2",
      ])
    #expect(references(of: graph).filter { $0.contains("doors") }.count == 4)
    #expect(leaked(in: graph) == Array(repeating: "Model", count: 4))
  }

  @Test func `a reference tree has the process's roots`() throws {
    let graph = try LeaksTexts.graph(LeaksTexts.references)
    #expect(graph.objects.count == 8)
    #expect(
      Set(graph.objects.compactMap(\.rootReason)) == [
        "VM: __DATA  0x1027a8000-0x1027ac000 [V=16K] rw-/rw-", "leaks takes it for a root",
      ])
    #expect(leaked(in: graph).isEmpty)
    #expect(graph.references.map(\.name).sorted() == ["", "", "", "", "retainedCache", "window"])
  }

  @Test func `a trace leads from its roots to the object`() throws {
    let graph = try LeaksTexts.graph(LeaksTexts.trace)
    let found = graph.references.map {
      "\($0.source.type) \($0.name) \($0.strength.rawValue) \($0.target.type)"
    }
    #expect(
      Set(found) == [
        "Swift closure context self strong Shop.Screen",
        "Shop.Bus handlers strong Swift closure context",
        "__DATA __bss 'Shop.Bus.shared'  strong Shop.Bus", "NSTimer target weak Shop.Screen",
        "Stack of thread 0x1  strong NSTimer",
      ])
    #expect(
      graph.objects.compactMap(\.rootReason).sorted() == [
        "Stack of thread 0x1", "__DATA __bss 'Shop.Bus.shared'  Shop",
      ])
  }

  @Test func `a trace may count the roots and name the field behind the object`() throws {
    let graph = try LeaksTexts.graph(LeaksTexts.countedTrace)
    let found = graph.references.map {
      "\($0.source.type) '\($0.name)' \($0.strength.rawValue) \($0.target.type)"
    }
    #expect(
      Set(found) == [
        "__NSMallocBlock__ '' strong Shop.Screen", "NSTimer '_block' strong __NSMallocBlock__",
        "Region CoreFoundation __DATA_DIRTY __bss: '__CFRunLoop' '' strong NSTimer",
        "Region Shop __DATA __data: 'static Shop.screens' '' strong Shop.Screen",
        "Kernel Pointers Into User Space '' strong Shop.Screen",
      ])
    #expect(graph.objects.compactMap(\.rootReason).count == 3)
    #expect(Set(graph.objects.map(\.name)) == ["", "closure #1 () -> () in Shop.refresh"])
  }

  @Test func `paths lead from their roots to the object, and what they share is there once`() throws
  {
    let graph = try LeaksTexts.graph(LeaksTexts.paths)
    let found = graph.references.map {
      "\($0.source.type) '\($0.name)' \($0.strength.rawValue) \($0.target.type)"
    }
    #expect(
      found.sorted() == [
        "NSMutableDictionary 'storage' strong Shop.Bus", "Shop.Bus 'handlers' weak Shop.Screen",
        "__DATA_DIRTY __bss: '_MergedGlobals' '' strong NSMutableDictionary",
        "__DATA_DIRTY __bss: 'static Shop.bus' + 24 '' strong malloc", "malloc '' strong Shop.Bus",
      ])
    #expect(graph.objects.filter(\.isRoot).count == 2)
    #expect(graph.objects.reduce(0) { $0 + $1.size } == 256)
  }

  @Test func `a leak stays one beside roots of another report`() throws {
    let leak =
      "Process 7: 1 leak for 16 total leaked bytes.\n\n  1 (16 bytes) ROOT LEAK: <A 0x10> [16]\n"
    for other in [LeaksTexts.references, LeaksTexts.trace] {
      #expect(leaked(in: try LeaksTexts.graph(leak + other)) == ["A"])
      #expect(try !LeaksTexts.graph(leak + other).objects.filter(\.isRoot).isEmpty)
    }
  }

  @Test func `tabs stand for columns up to the next eighth`() throws {
    let tabs = LeaksTexts.trees.replacing("        ", with: "\t")
    let plain = try LeaksTexts.graph(LeaksTexts.trees)
    #expect(try LeaksTexts.graph(tabs).references.map(\.name) == plain.references.map(\.name))
  }

  @Test func `a report is found behind a long log`() throws {
    let log = String(repeating: "Test Case passed (0.001 seconds)\n", count: 5_000)
    let graph = try GraphReaders.read(Array((log + LeaksTexts.trees).utf8), from: "log.txt")
    #expect(graph.objects.count == 8)
  }

  @Test func `an object without roots in its trace has leaked`() throws {
    let graph = try LeaksTexts.graph(
      "Found 0 roots referencing 0x1000:\n\n<Shop.Screen 0x1000> [912]\n")
    #expect(leaked(in: graph) == ["Shop.Screen"])
  }

  @Test(arguments: ["\n", "\r\n", "\r\n\r\n"])
  func `line ends and a byte order mark change nothing`(_ lineEnd: String) throws {
    let text = "\u{feff}" + LeaksTexts.trees.replacing("\n", with: lineEnd)
    let plain = try LeaksTexts.graph(LeaksTexts.trees)
    #expect(
      try JSONGraphWriter().text(of: LeaksTexts.graph(text)) == JSONGraphWriter().text(of: plain))
  }

  @Test(arguments: [
    "2026-01-01T10:00:00.1234567Z ", "> ", "# ", "12:00:09 [test] leaks(8): ",
  ])
  func `a log's prefix is taken away`(_ prefix: String) throws {
    for text in [LeaksTexts.trees, LeaksTexts.stacks, LeaksTexts.list, LeaksTexts.groups] {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      var number = 0
      let log = lines.map { line in
        number = (number + 7) % 10
        return prefix.replacing("9", with: "\(number)") + line
      }
      let noise = "2026 Tests started: 3 (three) of them, ROOT LEAK: none\n"
      let found = try LeaksTexts.graph(noise + log.joined(separator: "\n"))
      let plain = try LeaksTexts.graph(text)
      #expect(found.objects.map(\.objectDescription) == plain.objects.map(\.objectDescription))
      #expect(found.references.count == plain.references.count)
    }
  }

  @Test func `an excerpt may begin anywhere and have a prefix`() throws {
    let excerpt = """
      ci |       2 (64 bytes) ROOT CYCLE: <A 0x1000> [32]
      ci |          1 (32 bytes) b --> ROOT CYCLE: <B 0x2000> [32]
      ci |             a --> CYCLE BACK TO <A 0x1000> [32]
      """
    #expect(
      references(of: try LeaksTexts.graph(excerpt)) == ["1000 'b' 2000", "2000 'a' 1000"])
    let inner =
      "   2 (64 bytes) <calloc in f 0x1000> [48]\n      1 (16 bytes) <malloc in g 0x2000> [16]\n"
    #expect(references(of: try LeaksTexts.graph(inner)) == ["1000 '' 2000"])
  }

  @Test func `a cycle may close at an object that is not in the excerpt`() throws {
    let graph = try LeaksTexts.graph(
      "1 (32 bytes) ROOT CYCLE: <B 0x2000> [32]\n   a --> CYCLE BACK TO <A 0x1000> [32]\n")
    #expect(references(of: graph) == ["2000 'a' 1000"])
    #expect(graph.objects.map(\.type) == ["A", "B"])
  }

  @Test func `an object named twice is one, under its first type`() throws {
    let graph = try LeaksTexts.graph(
      """
      2 (64 bytes) ROOT CYCLE: 0x1000 [32]
         1 (32 bytes) b --> ROOT CYCLE: <B 0x2000> [32]
            a --> CYCLE BACK TO <A 0x1000> [32]
            self --> CYCLE BACK TO <Other 0x2000> [32]
      """)
    #expect(graph.objects.map(\.type) == ["A", "B"])
    #expect(graph.references.count == 3)
  }

  @Test func `reports without leaks beside one with leaks change nothing`() throws {
    let clean = "Process 1: 0 leaks for 0 total leaked bytes.\n\n"
    let plain = try LeaksTexts.graph(LeaksTexts.groups)
    let found = try LeaksTexts.graph(clean + LeaksTexts.groups + "\n\n" + clean + "done\n")
    #expect(found.objects.count == plain.objects.count)
    #expect(found.extensions == plain.extensions)
  }

  @Test(arguments: [
    ("leaks Report Version: 4.0", true), ("  1 (16 bytes) ROOT LEAK: 0x10 [16]", true),
    ("Leak: 0x10 size=16", true), ("{\"leakcheck\": 1}", false), ("Leakage is a word", false),
    ("", false),
  ]) func `the format is known by its words`(_ text: String, _ isKnown: Bool) {
    #expect(AppleLeaksReader().recognizes(Array(text.utf8)) == isKnown)
  }
}
