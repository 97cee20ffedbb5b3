import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@Suite struct ObjectGraphTests {
  @Test func `objects are ordered by id, numbers before texts`() throws {
    var builder = ObjectGraph.Builder()
    for id: ObjectID in ["b", 10, "a", 9, -1] {
      builder.add(ObjectDescription(id: id, type: "T"))
    }
    let graph = try builder.build()
    #expect(graph.objects.map(\.id) == [-1, 9, 10, "a", "b"])
  }

  @Test func `everything that was described can be read back`() throws {
    for seed: UInt64 in 0..<200 {
      let graph = RandomGraph.graph(seed: seed)
      let copy = graph.shuffled(seed: seed &+ 7)
      #expect(graph.objects.map(\.objectDescription) == copy.objects.map(\.objectDescription))
      #expect(
        graph.references.map(\.referenceDescription)
          == copy.references.map(\.referenceDescription))
    }
  }

  @Test func `an object is found by its id`() {
    let graph = ObjectGraph("a -> b; c!")
    #expect(graph.object(withID: "b")?.type == "b")
    #expect(graph.object(withID: "d") == nil)
    #expect(graph.object(withID: 1) == nil)
  }

  @Test func `references are seen from both ends`() throws {
    let graph = ObjectGraph("a -> b 'x'; c ~> b 'y'; b -> b 'z'")
    let object = try #require(graph.object(withID: "b"))
    #expect(object.referrers.map(\.name) == ["x", "z", "y"])
    #expect(object.references.map(\.name) == ["z"])
  }

  @Test func `two references between the same pair are two references`() {
    #expect(ObjectGraph("a -> b; a -> b").references.count == 2)
  }

  @Test func `a second object with the same id is refused`() {
    var builder = ObjectGraph.Builder()
    for id: ObjectID in ["a", "b", "c", "b", "a"] {
      builder.add(ObjectDescription(id: id, type: "T"))
    }
    #expect(throws: GraphError.duplicateID("b", first: 1, second: 3)) { try builder.build() }
  }

  @Test func `a reference to an object that is not there is refused`() {
    var builder = ObjectGraph.Builder()
    builder.add(ObjectDescription(id: "a", type: "T"))
    builder.add(ReferenceDescription(from: "a", to: "a"))
    builder.add(ReferenceDescription(from: "a", to: 1))
    #expect(throws: GraphError.unknownObject(1, reference: 1, end: .to)) { try builder.build() }
  }

  @Test func `a reference between numbers to one that is not there is refused`() {
    for (lost, end) in [(7, GraphError.End.from), (9, .to)] {
      var builder = ObjectGraph.Builder()
      for id in [7, 8, 9] where id != lost {
        builder.add(ObjectDescription(id: .number(Int64(id)), type: "T"))
      }
      builder.add(ReferenceDescription(from: 8, to: 8))
      for target in [8, 9] {
        builder.add(ReferenceDescription(from: 7, to: .number(Int64(target))))
      }
      #expect(
        throws: GraphError.unknownObject(
          .number(Int64(lost)), reference: lost == 7 ? 1 : 2, end: end)
      ) { try builder.build() }
    }
  }

  @Test func `an ending object that is not there is refused`() {
    var builder = ObjectGraph.Builder()
    builder.add(ObjectDescription(id: "a", type: "T"))
    var reference = ReferenceDescription(from: "a", to: "a")
    reference.until = .init(event: "stop()", called: .inDeinit(of: "z"))
    builder.add(reference)
    #expect(throws: GraphError.unknownObject("z", reference: 0, end: .endingObject)) {
      try builder.build()
    }
  }

  @Test func `an object takes the bytes that the documentation says`() throws {
    func byteCount(objects: Int, references: Int) throws -> Int {
      var builder = ObjectGraph.Builder()
      for id in 0..<objects {
        builder.add(ObjectDescription(id: .number(Int64(id)), type: "T"))
      }
      for id in 0..<references {
        builder.add(
          ReferenceDescription(from: .number(Int64(id % objects)), to: .number(0)))
      }
      return try builder.build().byteCount
    }
    let one = try byteCount(objects: 1, references: 0)
    let objects = try byteCount(objects: 10_001, references: 0)
    let references = try byteCount(objects: 10_001, references: 30_000)
    #expect(objects - one == 10_000 * ObjectGraph.bytesPerObject)
    #expect(references - objects == 30_000 * ObjectGraph.bytesPerReference)
  }

  @Test func `a text is kept once`() throws {
    var builder = ObjectGraph.Builder()
    for id in 0..<100 {
      builder.add(ObjectDescription(id: .number(Int64(id)), type: "Long type name"))
    }
    let graph = try builder.build()
    #expect(graph.storage.strings.count == 3)
  }
}
