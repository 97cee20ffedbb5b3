import LeakCheckGraph
import LeakCheckImport
import LeakCheckTestSupport
import LeakCheckText
import Testing

/// The graph of a dump, or the error's one line.
func readHPROF(_ bytes: [UInt8]) throws -> ObjectGraph {
  try HPROFReader().read(bytes, from: "a.hprof")
}

func hprofMessage(_ bytes: [UInt8]) -> String? {
  do throws(InputError) {
    _ = try HPROFReader().read(bytes, from: "a.hprof")
    return nil
  } catch {
    return error.description
  }
}

@Suite struct HPROFReaderTests {
  @Test(arguments: Rounds.seeds(300, usually: 100)) func `a random heap is read as its model says`(
    seed: UInt64
  ) throws {
    let model = HPROFModel(seed: seed)
    let graph = try readHPROF(model.writer.file())
    let expected = try model.builder.build()
    #expect(graph.objects.map(\.objectDescription) == expected.objects.map(\.objectDescription))
    #expect(
      graph.references.map(\.referenceDescription)
        == expected.references.map(\.referenceDescription))
    #expect(graph.extensions == expected.extensions)
    #expect(graph.collector == .tracing)
  }

  @Test func `a dump is known by extension and by content`() throws {
    var writer = HPROFWriter()
    writer.addJava()
    #expect(try GraphReaders.read(writer.file(), from: "dump").objects.count == 3)
    #expect(try GraphReaders.read(writer.file(), from: "a.hprof").objects.count == 3)
    #expect(HPROFReader().recognizes(Array("JAVA PROFILE 1.0.1".utf8)))
    #expect(!HPROFReader().recognizes(Array("JAVA".utf8)))
  }

  @Test func `soft, weak and phantom referents are weak, final ones strong`() throws {
    var writer = HPROFWriter()
    writer.addJava()
    let base = writer.addClass(
      "java/lang/ref/Reference", id: 0x9000, superclass: HPROFWriter.object,
      fields: [("referent", 2), ("queue", 2)])
    for (index, kind) in ["Soft", "Weak", "Phantom", "Final"].enumerated() {
      let id = UInt64(0x9100 + index * 0x100)
      writer.addClass("java/lang/ref/\(kind)Reference", id: id, superclass: base)
      let subclass = writer.addClass(
        "app/\(kind)", id: id + 0x80, superclass: id, fields: [("referent", 2)])
      let target: [UInt8] = [0, 0, 0, 0, 0, 0, 0x80, 0]
      writer.addInstance(of: subclass, id: id + 0x20, data: target + target + target)
    }
    let graph = try readHPROF(writer.file())
    for (index, expected) in [Strength.weak, .weak, .weak, .strong].enumerated() {
      let object = graph.object(withID: .number(Int64(0x9120 + index * 0x100)))
      let found = object?.references.filter { $0.name != "class" }.map(\.strength)
      // The subclass's own field of that name, and the queue, stay strong.
      #expect(found?.filter { $0 == .strong }.count == (expected == .weak ? 2 : 3))
    }
  }

  @Test func `class names are written as Java writes them`() throws {
    let names = [
      "[Ljava/lang/String;": "class java.lang.String[]", "[[I": "class int[][]",
      "[Z": "class boolean[]", "java.util.Map$Entry": "class java.util.Map$Entry",
      "app/Main$$Lambda$14+0x0000000800c03000": "class app.Main$$Lambda$14",
      "app/Main$$Lambda/0x0000000800c03000": "class app.Main$$Lambda",
      "app/Odd+0xyz": "class app.Odd+0xyz", "L": "class L", "[": "class []", "": "class ",
    ]
    for (name, expected) in names {
      var writer = HPROFWriter()
      writer.addClass(name, id: 8)
      #expect(try readHPROF(writer.file()).objects.map(\.type) == [expected])
    }
  }

  @Test func `lambdas, views, threads and arrays have their kinds`() throws {
    var writer = HPROFWriter(idSize: 4)
    writer.addJava()
    let view = writer.addClass("android/view/View", id: 0x9000, superclass: HPROFWriter.object)
    let list = writer.addClass("app/ListView", id: 0x9100, superclass: view)
    let lambda = writer.addClass("app/A$$Lambda$1", id: 0x9200, superclass: HPROFWriter.object)
    writer.addInstance(of: list, id: 0x9a00)
    writer.addInstance(of: lambda, id: 0x9a10)
    writer.addInstance(of: HPROFWriter.thread, id: 0x9a20)
    writer.addPrimitives(10, id: 0x9a30, [])
    let graph = try readHPROF(writer.file())
    let kinds = [0x9a00, 0x9a10, 0x9a20, 0x9a30].map { graph.object(withID: .number($0))?.kind }
    #expect(kinds == [.view, .closure, .object, .collection])
    #expect(graph.object(withID: 0x9a00)?.owner == .app)
    #expect(graph.object(withID: 0x9a30)?.owner == .framework)
  }

  @Test func `an array without data has its size, and no class is needed for it`() throws {
    var writer = HPROFWriter()
    writer.subRecord(
      0xc3, writer.id(16) + writer.number(0, 4) + writer.number(1000, 4) + [10])
    let graph = try readHPROF(writer.file())
    #expect(graph.objects.map(\.size) == [24 + 4000])
    #expect(graph.objects.map(\.type) == ["int[]"])
  }

  @Test func `a dump of empty arrays alone has room for them all`() throws {
    var writer = HPROFWriter(idSize: 4)
    for index in 1...1000 { writer.addPrimitives(8, id: UInt64(index * 16), []) }
    #expect(try readHPROF(writer.file()).objects.count == 1000)
  }

  @Test func `segments without an end are refused where the file ends`() throws {
    var writer = HPROFWriter()
    writer.addJava()
    #expect(try readHPROF(writer.file()).objects.count == 3)
    writer.writesEnd = false
    let file = writer.file()
    let error = #expect(throws: InputError.self) { try readHPROF(file) }
    #expect(
      error?.description.contains(
        "byte \(file.count): the file ends before the heap dump does, expected another segment or a"
          + " record 0x2c: the whole file") == true, "\(error?.description ?? "")")
    // A dump in one record needs no end, also behind one in segments.
    writer.writesEnd = true
    let emptyDump: [UInt8] = [0x0c] + writer.number(0, 8)
    #expect(try readHPROF(writer.file() + emptyDump).objects.count == 3)
  }

  @Test func `records without objects are passed over`() throws {
    var writer = HPROFWriter()
    writer.addJava()
    writer.record(0x03, writer.number(1, 4))
    for tag: UInt8 in [0x06, 0x07, 0x0b, 0x0d, 0x0e] { writer.record(tag, [1, 2, 3]) }
    #expect(try readHPROF(writer.file()).objects.count == 3)
  }
}
