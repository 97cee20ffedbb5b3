import Dispatch
import LeakCheckTestSupport
import LeakCheckLocks
import Testing

@testable import LeakCheckGraph

@Suite struct GraphColumnsTests {
  @Test(arguments: 0..<200) func `rows in any order make the graph that a builder makes`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var builder = ObjectGraph.Builder()
    var columns = GraphColumns()
    builder.extensions = #""x-seed": \#(seed)"#
    columns.heading.extensions = builder.extensions
    let ids = Array(Set((0..<30).map { _ in random.next() % 100 })).shuffled(using: &random)
    for id in ids {
      let object = description(of: Int64(id), random: &random)
      builder.add(object)
      columns.append(object)
    }
    for _ in 0..<60 {
      let source = Int(random.next() % UInt64(ids.count))
      let target = Int(random.next() % UInt64(ids.count))
      let name = "r\(random.next() % 4)"
      var reference = ReferenceDescription(
        from: .number(Int64(ids[source])), to: .number(Int64(ids[target])))
      reference.name = name
      builder.add(reference)
      columns.references.sources.append(Int32(source))
      columns.references.targets.append(Int32(target))
      columns.references.names.append(columns.strings.intern(name))
      columns.references.marks.append(
        ReferenceMarks(strength: .strong, kind: .property, end: .unknown))
    }
    let expected = try builder.build()
    let graph = try columns.graph()
    #expect(graph.extensions == expected.extensions)
    #expect(graph.objects.map(\.objectDescription) == expected.objects.map(\.objectDescription))
    #expect(
      graph.references.map(\.referenceDescription)
        == expected.references.map(\.referenceDescription))
  }

  @Test func `one id for two objects is refused`() {
    var columns = GraphColumns()
    for id: Int64 in [4, 2, 4] { columns.append(ObjectDescription(id: .number(id), type: "A")) }
    #expect(throws: GraphError.duplicateID(.number(4), first: 0, second: 2)) {
      try columns.graph()
    }
  }

  private func description(of id: Int64, random: inout SplitMix64) -> ObjectDescription {
    var object = ObjectDescription(id: .number(id), type: "T\(random.next() % 5)")
    object.size = Int64(random.next() % 1000)
    if random.next() % 4 == 0 { object.retainCount = Int32(random.next() % 3) }
    if random.next() % 4 == 0 { object.root = "a root" }
    if random.next() % 4 == 0 { object.expectation = LifetimeExpectation(.gone, because: "popped") }
    return object
  }
}

extension GraphColumns {
  fileprivate mutating func append(_ object: ObjectDescription) {
    let row = Int32(ids.count)
    guard case .number(let id) = object.id else { return }
    ids.append(id)
    objects.types.append(strings.intern(object.type))
    objects.kinds.append(strings.intern(object.kind.rawValue))
    objects.sizes.append(object.size)
    var mark: ObjectMarks = []
    if let reason = object.root {
      mark.insert(.root)
      objects.rootReasons.append(strings.intern(reason), at: row)
    }
    if let expectation = object.expectation {
      mark.insert(.expectedGone)
      objects.expectationReasons.append(strings.intern(expectation.reason), at: row)
    }
    if object.retainCount != nil { mark.insert(.hasRetainCount) }
    objects.retainCounts.append(object.retainCount ?? 0)
    objects.marks.append(mark)
  }

  @Test func `columns that are in order are given away without a copy`() throws {
    var columns = GraphColumns()
    for id in Int64(0)..<3 { columns.append(ObjectDescription(id: .number(id), type: "A")) }
    (columns.references.sources, columns.references.targets) = (
      Array(0..<3), [1, 2, 0].map(Int32.init)
    )
    columns.references.names = [Int32](repeating: columns.strings.intern("next"), count: 3)
    columns.references.marks = [ReferenceMarks](
      repeating: ReferenceMarks(strength: .strong, kind: .property, end: .unknown), count: 3)
    let before = unsafe columns.references.targets.withUnsafeBufferPointer { $0.baseAddress }
    let graph = try columns.takeGraph()
    let after = unsafe graph.storage.targets.array.withUnsafeBufferPointer { $0.baseAddress }
    #expect(unsafe before == after)
    #expect(columns.references.sources.isEmpty && columns.strings.table.count <= 1)
  }

  /// Who refers to an object is laid out at once where references are counted, else when somebody asks.
  @Test(arguments: 0..<100) func `referrers are the same whenever they are laid out`(
    seed: UInt64
  ) {
    let counted = RandomGraph.graph(seed: seed).storage
    let traced = RandomGraph.graph(seed: seed, collector: .tracing).storage
    let before = traced.byteCount
    #expect(counted.incomingStarts.array == traced.incomingStarts.array)
    #expect(counted.incoming.array == traced.incoming.array)
    #expect(traced.byteCount > before || counted.targets.count == 0)
  }

  @Test func `threads that ask at once for referrers get the same ones`() {
    let graph = RandomGraph.graph(seed: 3, objects: 2_000...2_000, collector: .tracing)
    let expected = RandomGraph.graph(seed: 3, objects: 2_000...2_000).storage.incoming.array
    let wrong = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      if graph.storage.incoming.array != expected { wrong.wrappingAdd(1, ordering: .relaxed) }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }
}
