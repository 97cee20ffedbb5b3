import LeakCheckGraph
import LeakCheckImport
import Testing

@Suite struct HPROFRootTests {
  /// A dump of one thread with a stack of two frames.
  private func dump(_ roots: (inout HPROFWriter) -> Void) -> HPROFWriter {
    var writer = HPROFWriter()
    writer.addJava()
    let app = writer.addClass("app/Foo", id: 0x9000, superclass: HPROFWriter.object)
    writer.load("app/Foo", app, serial: 7)
    for (id, line) in [(UInt64(1), Int32(12)), (2, -3)] {
      let names = ["bar", "()V", line > 0 ? "Foo.java" : ""].map { writer.text($0) }
      writer.record(
        0x04,
        writer.id(id) + names.flatMap { writer.id($0) } + writer.number(7, 4)
          + writer.number(UInt64(UInt32(bitPattern: line)), 4))
    }
    writer.record(
      0x05,
      writer.number(50, 4) + writer.number(5, 4) + writer.number(2, 4) + writer.id(1)
        + writer.id(2))
    writer.addString("main", id: 0xa000)
    writer.addInstance(of: HPROFWriter.thread, id: 0xb000, ["name": .object(0xa000)])
    writer.addInstance(of: app, id: 0xc000)
    roots(&writer)
    return writer
  }

  private func reason(_ id: Int64, _ roots: (inout HPROFWriter) -> Void) throws -> String? {
    try readHPROF(dump(roots).file()).object(withID: .number(id))?.rootReason
  }

  private func numbers(_ first: UInt64, _ second: UInt64) -> [UInt8] {
    HPROFWriter().number(first, 4) + HPROFWriter().number(second, 4)
  }

  @Test func `a thread is told by its name`() throws {
    #expect(
      try reason(0xb000) { $0.addRoot(0x08, 0xb000, numbers(5, 50)) } == "thread \"main\"")
  }

  @Test(arguments: [
    (0x03 as UInt8, 0 as UInt64, "Java frame in app.Foo.bar (Foo.java:12)"),
    (0x03, 1, "Java frame in app.Foo.bar (native)"), (0x03, 2, "Java frame of thread \"main\""),
    (0x03, 0xffff_ffff, "Java frame of thread \"main\""),
    (0x02, 0, "JNI local in app.Foo.bar (Foo.java:12)"),
    (0x8e, 0, "JNI monitor of thread \"main\""),
  ])
  func `a local is told by its frame`(_ tag: UInt8, _ frame: UInt64, _ expected: String) throws {
    let found = try reason(0xc000) {
      $0.addRoot(0x08, 0xb000, numbers(5, 50))
      $0.addRoot(tag, 0xc000, numbers(5, frame))
    }
    #expect(found == expected)
  }

  @Test func `a thread without an object has the name of its record`() throws {
    let found = try reason(0xc000) {
      let name = $0.text("worker")
      let group = $0.text("group")
      $0.record(
        0x0a,
        $0.number(6, 4) + $0.id(0xdead) + $0.number(0, 4) + $0.id(name) + $0.id(group)
          + $0.id(group))
      $0.addRoot(0x06, 0xc000, $0.number(6, 4))
    }
    #expect(found == "thread block of thread \"worker\"")
  }

  @Test func `of several roots the same one is told in every order`() throws {
    let add: [(inout HPROFWriter) -> Void] = [
      { $0.addRoot(0x01, 0xc000, $0.id(1)) }, { $0.addRoot(0x07, 0xc000) },
      { $0.addRoot(0xff, 0xc000) }, { $0.addRoot(0x04, 0xc000, $0.number(9, 4)) },
    ]
    let forwards = try reason(0xc000) { writer in for step in add { step(&writer) } }
    let backwards = try reason(0xc000) { writer in for step in add.reversed() { step(&writer) } }
    #expect(forwards == "native stack")
    #expect(backwards == forwards)
  }

  @Test func `roots of objects that are not there are counted`() throws {
    let graph = try readHPROF(
      dump {
        $0.addRoot(0x07, 0xdead)
        $0.addRoot(0x07, 0)
        $0.addRoot(0x07, 0xc000)
      }.file())
    #expect(graph.extensions.contains(#""x-danglingRoots": 2, "x-rootRecords": 3"#))
  }

  @Test func `names of threads are read from characters too`() throws {
    for (fields, data) in [
      ([("value", 2)], [:] as [String: HPROFWriter.Value]),
      ([("value", 2), ("offset", 10), ("count", 10)], ["offset": .int(2), "count": .int(3)]),
    ] as [([(String, UInt8)], [String: HPROFWriter.Value])] {
      var writer = HPROFWriter()
      writer.addClass("java/lang/Object", id: HPROFWriter.object)
      writer.addClass(
        "java/lang/String", id: HPROFWriter.string, superclass: HPROFWriter.object, fields: fields)
      writer.addClass(
        "java/lang/Thread", id: HPROFWriter.thread, superclass: HPROFWriter.object,
        fields: [("name", 2)])
      writer.addPrimitives(5, id: 0xa010, "abcdefg".utf8.flatMap { [0, $0] })
      writer.addInstance(
        of: HPROFWriter.string, id: 0xa000,
        data.merging(["value": .object(0xa010)]) { old, _ in old })
      writer.addInstance(of: HPROFWriter.thread, id: 0xb000, ["name": .object(0xa000)])
      writer.addRoot(0x08, 0xb000, numbers(1, 1))
      let reason = try readHPROF(writer.file()).object(withID: 0xb000)?.rootReason
      #expect(reason == (data.isEmpty ? "thread \"abcdefg\"" : "thread \"cde\""))
    }
  }

  @Test func `a name in UTF-16 is read, and a hostile one escaped`() throws {
    var writer = HPROFWriter()
    writer.addJava()
    writer.addPrimitives(8, id: 0xa010, [0x2e, 0x20, 0x1b, 0x00, 0x5b, 0x00, 0xe9, 0x00])
    writer.addInstance(
      of: HPROFWriter.string, id: 0xa000,
      ["value": .object(0xa010), "coder": .init(type: 8, bits: 1)])
    writer.addInstance(of: HPROFWriter.thread, id: 0xb000, ["name": .object(0xa000)])
    writer.addRoot(0x08, 0xb000, numbers(1, 1))
    let reason = try readHPROF(writer.file()).object(withID: 0xb000)?.rootReason
    #expect(reason == #"thread "\u{202e}\u{1b}[é""#)
  }
}
