import LeakCheckGraph
import LeakCheckTestSupport
import LeakCheckText
import Testing

@testable import LeakCheckImport

@Suite struct BinaryDamageTests {
  private let editor: BinaryFileEditor

  init() throws { editor = BinaryFileEditor(try BinaryFileEditor.fullGraph()) }

  @Test func `Every flip of a bit is refused`() {
    for place in Rounds.cases(Array(editor.bytes.indices), usuallyOneOf: 5) {
      for bit in 0..<8 {
        var damaged = editor
        damaged.bytes[place] ^= 1 << UInt8(bit)
        let failure = damaged.failure()
        #expect(failure != nil, "bit \(bit) of byte \(place)")
        #expect((failure?.offset ?? -1) >= 0)
        #expect((failure?.offset ?? .max) <= damaged.bytes.count)
      }
    }
  }

  @Test func `Every truncation is refused, and every appended byte`() {
    for length in editor.bytes.indices {
      var cut = editor
      cut.bytes.removeSubrange(length...)
      #expect(cut.failure() != nil, "\(length) bytes")
    }
    var longer = editor
    longer.bytes.append(0)
    #expect(longer.failure()?.problem.hasPrefix("bytes after the end") == true)
  }

  @Test func `Files with wrong contents and right checksums are read or refused`() {
    var random = SplitMix64(seed: 20_26)
    var refused = 0
    for _ in 0..<Rounds.of(10_000, usually: 2_500) {
      var damaged = editor
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 8..<damaged.bytes.count, using: &random)
        damaged.bytes[place] =
          random.chance(0.5) ? UInt8.random(in: 0...255, using: &random) : damaged.bytes[place] &+ 1
      }
      damaged.seal()
      if damaged.failure() != nil { refused += 1 }
    }
    #expect(refused > Rounds.of(5_000, usually: 1_250))
    #expect(refused < 10_000)
  }

  @Test func `Files with wrong tables are read or refused`() {
    var random = SplitMix64(seed: 7)
    let end = editor.number(at: 12, width: 4) * 32 + 64
    let values = [0, 1, 2, 4, 8, 63, 64, 65, 1 << 20, 1 << 31, 1 << 32 - 1, 1 << 61, .max, -1]
    var refused = 0
    for _ in 0..<Rounds.of(10_000, usually: 2_500) {
      var damaged = editor
      let place = Int.random(in: 2..<end / 4, using: &random) * 4
      let width = [4, 8].randomElement(using: &random) ?? 4
      damaged.set(at: place, width: width, to: values.randomElement(using: &random) ?? 0)
      damaged.seal()
      if damaged.failure() != nil { refused += 1 }
    }
    #expect(refused > Rounds.of(7_000, usually: 1_750))
  }

  @Test func `A section that is not known is passed over when its checksum fits`() throws {
    var later = editor
    let table = 64 + editor.number(at: 12, width: 4) * 32
    // The last section goes by another number; it is one that may be left out.
    later.set(at: table - 32, width: 4, to: 999)
    later.set(at: 10, width: 2, to: 5)
    later.seal()
    let before = editor.number(at: table - 64, width: 4)
    #expect(before == Int(BinarySection.referenceExtensionRows.rawValue))
    #expect(later.failure() == nil)
    later.bytes[later.bytes.count - 1] ^= 1
    #expect(later.failure()?.problem.hasPrefix("damaged section 999: the checksum") == true)
  }

  @Test(
    arguments: [
      (0, 1, 0x88, 0, "no binary graph: it begins with the bytes 88 4c 43 47 0d 0a 1a 0a"),
      (8, 2, 2, 8, "version 2.0 of the binary form"),
      (16, 8, 1 << 40, 3_206, "file cut off: 3206 bytes"),
      (16, 8, 100, 100, "bytes after the end: 3206 bytes"),
      (12, 4, 1 << 20, 12, "1048576 sections"),
      (24, 4, 1 << 31, 24, "2147483648 objects"),
      (24, 4, 11, 24, "11 objects with 6 numbers and 6 texts for ids"),
      (28, 4, -1, 28, "4294967295 references"),
      (32, 4, 7, 32, "unknown collector 7"),
      (48, 4, 2, 48, "unknown moment 2"),
      (36, 4, 32, 36, "ids shifted by 32 bits"),
      (40, 8, .max, 40, "ids from 9223372036854775807 on, 80 upwards"),
      (64, 4, 9, 96, "section 2 after section 9"),
      (68, 4, 3, 68, "section of 3 bytes a value"),
      (72, 8, 64, 72, "section at byte 64 of 3206"),
      (80, 8, 1 << 62, 80, "section of 4611686018427387904 values"),
    ] as [(Int, Int, Int, Int, String)])
  func `A wrong head is refused with the byte and the reason`(
    _ place: Int, _ width: Int, _ value: Int, _ offset: Int, _ problem: String
  ) {
    var damaged = editor
    damaged.set(at: place, width: width, to: value)
    damaged.seal()
    let failure = damaged.failure()
    #expect(failure?.problem == problem)
    #expect(failure?.offset == offset)
  }

  @Test(
    arguments: [
      (.textBytes, 0, 0xff, "invalid UTF-8, byte 0xff in texts"),
      (.textEnds, 0, 1, "text 2 that does not follow the one before in ends of texts"),
      (.textEnds, 1, 200, "value 19 at position 2 in ends of texts"),
      (.idNumbers, 0, 3, "value 1 at position 1 in ids"),
      (.types, 3, 200, "value 200 at position 3 in types"),
      (.kinds, 3, 200, "value 200 at position 3 in kinds"),
      (.sizes, 1, -1, "value -1 at position 1 in sizes"),
      (.objectMarks, 2, 0x40, "marks 0x40 in marks of objects"),
      (.objectMarks, 2, 0x06, "marks 0x6 in marks of objects"),
      (.objectMarks, 2, 0x18, "marks 0x18 in marks of objects"),
      (.rootReasonRows, 0, 12, "value 12 at position 0 in rows of root reasons"),
      (.rootReasonRows, 0, 5, "value 5 at position 1 in rows of root reasons"),
      (.outgoingStarts, 0, 1, "value 1 in starts of references"),
      (.outgoingStarts, 1, -1, "value 8 at position 2 in starts of references"),
      (.outgoingStarts, 12, 25, "last value 25 in starts of references"),
      (.targets, 4, 12, "value 12 at position 4 in targets"),
      (.targets, 4, -1, "value 4294967295 at position 4 in targets"),
      (.referenceMarks, 1, 0x80, "marks 0x80 in marks of references"),
      (.referenceMarks, 1, 0x14, "marks 0x14 in marks of references"),
      (.endRows, 1, 0, "value 0 at position 1 in rows of ends"),
      (.endEvents, 0, 255, "value 255 at position 0 in events of ends"),
      (.endOwners, 0, 0, "end of reference 0 that its marks deny in rows of ends"),
      (.endOwners, 0, 13, "value 13 at position 0 in objects of ends"),
    ] as [(BinarySection, Int, Int, String)])
  func `A wrong value is refused with the place and the reason`(
    _ section: BinarySection, _ index: Int, _ value: Int, _ problem: String
  ) throws {
    var damaged = editor
    damaged.set(section, index, to: value)
    damaged.seal()
    #expect(damaged.failure()?.problem == problem)
  }

  @Test func `References out of order are refused`() throws {
    let graph = ObjectGraph("a -> b 'x'; a -> c 'x'; a -> c 'x'; a -> b 'y'; b -> a 'a'")
    let sound = BinaryFileEditor(graph)
    for (index, target) in [(0, 2), (1, 1)] {
      var damaged = sound
      damaged.set(.targets, index, to: target)
      damaged.seal()
      #expect(damaged.failure() == nil, "still in order")
    }
    for (section, index, value) in [
      (.targets, 1, 0), (.targets, 2, 1), (.referenceMarks, 1, 1),
    ] as [(BinarySection, Int, Int)] {
      var damaged = sound
      damaged.set(section, index, to: value)
      damaged.seal()
      let problem = "that belongs before the one in front of it"
      #expect(damaged.failure()?.problem.contains(problem) == true, "\(section) \(index)")
    }
  }

  @Test func `The first text must be empty`() throws {
    var builder = ObjectGraph.Builder()
    builder.add(ObjectDescription(id: 1, type: "AB"))
    var damaged = BinaryFileEditor(try builder.build())
    damaged.set(.textEnds, 0, to: 1)
    damaged.seal()
    #expect(damaged.failure()?.problem == "first text that is not empty in ends of texts")
  }

  @Test func `An error has the byte, what was found and what to do`() {
    var damaged = editor
    damaged.set(.targets, 4, to: 12)
    damaged.seal()
    let place = editor.place(of: .targets).map { editor.number(at: $0 + 8, width: 8) + 16 } ?? 0
    #expect(
      damaged.failure()?.description
        == "f: at byte \(place): value 12 at position 4 in targets, expected 0 to 11; "
        + "convert the dump again")
  }
}
