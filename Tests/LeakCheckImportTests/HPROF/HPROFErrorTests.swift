import LeakCheckGraph
import LeakCheckImport
import LeakCheckTestSupport
import Testing

@Suite struct HPROFErrorTests {
  private func dump(_ add: (inout HPROFWriter) -> Void) -> String? {
    var writer = HPROFWriter()
    writer.addJava()
    add(&writer)
    return hprofMessage(writer.file())
  }

  @Test func `what is not a heap dump is called so`() {
    let expected = #"expected "JAVA PROFILE 1.0.2""#
    #expect(hprofMessage([]) == "a.hprof: at byte 0: empty file, \(expected)")
    #expect(hprofMessage([1, 2]) == "a.hprof: at byte 0: file is not a heap dump, \(expected)")
    let versions = #"expected one of "1.0.1", "1.0.2", "1.0.3""#
    #expect(
      hprofMessage(Array("JAVA PROFILE 2.0\0".utf8))
        == #"a.hprof: at byte 13: unknown version "2.0", \#(versions)"#)
    #expect(
      hprofMessage(Array("JAVA PROFILE 1.0.2".utf8))
        == "a.hprof: at byte 13: version without an end, \(versions)")
    #expect(
      hprofMessage(HPROFWriter(idSize: 3).file())
        == "a.hprof: at byte 19: ids of 3 bytes, expected 4 or 8")
  }

  @Test func `a file without a heap is refused`() {
    let header = Array(HPROFWriter().file().prefix(31))
    #expect(
      hprofMessage(header)
        == "a.hprof: at byte 31: no heap dump in the file, expected a heap dump record")
  }

  @Test func `an unknown record is named with its place`() {
    let header = Array(HPROFWriter().file().prefix(31))
    let found = hprofMessage(header + [0x33] + [UInt8](repeating: 0, count: 8))
    #expect(
      found
        == "a.hprof: at byte 31: unknown record 0x33, expected a record of HPROF 1.0.2, "
        + "0x01 to 0x0e, 0x1c or 0x2c")
  }

  @Test func `two objects of one id are refused`() {
    let found = dump {
      $0.addPrimitives(8, id: 0xa000, [])
      $0.addPrimitives(8, id: 0xb000, [])
      $0.addPrimitives(8, id: 0xa000, [1])
    }
    #expect(found?.contains("second object with the id 0xa000, the first is at byte ") == true)
    #expect(found?.hasSuffix("expected an id for each object of a single heap dump") == true)
  }

  @Test func `an instance of an unknown class is refused`() {
    let found = dump { $0.addInstance(of: 0xdead, id: 0xa000, data: []) }
    #expect(
      found?.hasSuffix(
        "the class of the instance is not in the dump, expected a record of the class") == true)
  }

  @Test func `an instance of a class whose superclass is missing is refused`() {
    let found = dump {
      $0.addClass("app/A", id: 0x9000, superclass: 0xdead)
      $0.addInstance(of: 0x9000, id: 0xa000)
    }
    #expect(found?.contains(#"the superclass of "app.A" is not in the dump"#) == true)
  }

  @Test func `a missing superclass without instances is no error`() {
    #expect(dump { $0.addClass("app/A", id: 0x9000, superclass: 0xdead) } == nil)
  }

  @Test(arguments: [8, 10]) func `fields that are not as long as their class says are refused`(
    length: Int
  ) {
    let found = dump {
      let data = [UInt8](repeating: 0, count: length)
      $0.addInstance(of: HPROFWriter.string, id: 0xa000, data: data)
    }
    #expect(
      found?.hasSuffix(
        #"instance of "java.lang.String" with \#(length) bytes of fields, "#
          + "expected 9, as its class says") == true)
  }

  @Test func `a class that is its own superclass is refused`() {
    let found = dump {
      $0.addClass("app/A", id: 0x9000, superclass: 0x9100)
      $0.addClass("app/B", id: 0x9100, superclass: 0x9000)
    }
    #expect(found?.contains(#"class "app.A" is its own superclass"#) == true)
  }

  @Test func `a chain of superclasses is bounded`() {
    func chain(_ length: Int) -> String? {
      dump {
        for index in 0..<UInt64(length) {
          let above = index == 0 ? HPROFWriter.object : 0x9000 + 8 * (index - 1)
          $0.addClass("app/A\(index)", id: 0x9000 + 8 * index, superclass: above)
        }
        $0.addInstance(of: 0x9000 + 8 * UInt64(length - 1), id: 0x8f00)
      }
    }
    #expect(chain(1000) == nil)
    #expect(
      chain(1001)?.hasSuffix(
        #"class "app.A1000" with more than 1000 superclasses, expected a class of a program"#)
        == true)
  }

  @Test func `a name is at most as long as Java's, and two loaders may have one class`() {
    let name = String(repeating: "n", count: 1 << 17)
    let both = dump {
      $0.addClass(name, id: 0x9000)
      $0.addClass(name, id: 0x9100)
    }
    #expect(both == nil)
    let longer = dump { $0.addClass(name + "n", id: 0x9000) }
    #expect(longer?.hasSuffix("class with a name of 131073 bytes, expected at most 131072") == true)
  }

  @Test func `names that are not there are refused`() {
    #expect(
      dump { $0.addClass("app/A", id: 0x9000, isLoaded: false) }?
        .contains("class 0x9000 without a name") == true)
    let unknown = dump {
      $0.record(
        0x02, $0.number(1, 4) + $0.id(0x9000) + $0.number(0, 4) + $0.id(0xdead))
      $0.addClass("app/A", id: 0x9000, isLoaded: false)
    }
    #expect(unknown?.contains("unknown text 0xdead for the name of a class") == true)
    let field = dump {
      let body = $0.id(0x9000) + $0.number(0, 4) + (0..<6).flatMap { _ in HPROFWriter().id(0) }
      $0.load("app/A", 0x9000)
      $0.subRecord(
        0x20,
        body + $0.number(0, 6) + $0.number(1, 2) + $0.id(0xbeef) + [2] + $0.id(1)
          + $0.number(0, 2))
    }
    #expect(field?.contains("unknown text 0xbeef for the name of a field") == true)
  }

  @Test func `unknown types are refused`() {
    #expect(
      dump { $0.subRecord(0x23, $0.id(0xa000) + $0.number(0, 8) + [2]) }?
        .contains("unknown type 2 of a primitive array, expected 4 to 11") == true)
    let found = dump { $0.addClass("app/A", id: 0x9000, fields: [("a", 3)]) }
    #expect(found?.contains("unknown basic type 3 in a class, expected a basic type") == true)
    #expect(
      dump { $0.subRecord(0x77, []) }?
        .contains("unknown sub-record 0x77 in a heap dump") == true)
  }

  @Test func `the id 0 is null and no object`() {
    #expect(dump { $0.addPrimitives(8, id: 0, []) }?.contains("object with the id 0") == true)
  }

  @Test func `counts beyond the file are refused before memory is taken for them`() {
    for (tag, tail) in [
      (0x22 as UInt8, [0xff, 0xff, 0xff, 0xff] as [UInt8]), (0x23, [0xff, 0xff, 0xff, 0xff]),
    ] {
      let found = dump {
        let end = tag == 0x22 ? $0.id(HPROFWriter.string) : [11]
        $0.subRecord(tag, $0.id(0xa000) + $0.number(0, 4) + tail + end)
      }
      #expect(found?.contains("truncated") == true, "\(found ?? "read")")
    }
  }

  @Test func `a file cut anywhere but between records is refused`() throws {
    let file = HPROFModel(seed: 3).writer.file()
    var ends: Set<Int> = [31]
    var offset = 31
    while offset < file.count {
      offset += 9 + file[(offset + 5)..<(offset + 9)].reduce(0) { $0 << 8 | Int($1) }
      ends.insert(offset)
    }
    for end in 0..<file.count where !ends.contains(end) {
      let found = try #require(hprofMessage(Array(file[..<end])))
      #expect(found.hasPrefix("a.hprof: at byte "))
    }
  }
}
