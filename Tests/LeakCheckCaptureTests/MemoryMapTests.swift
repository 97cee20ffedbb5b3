import LeakCheckCapture
import LeakCheckTestSupport
import Testing

@Suite struct MemoryMapTests {
  private static let text = """
    55d0a0000000-55d0a0021000 rw-p 00000000 00:00 0                          [heap]
    7f0000000000-7f0000021000 rw-p 00000000 00:00 0
    7f0000021000-7f0000022000 ---p 00000000 00:00 0
    7f1000000000-7f1000001000 r--p 00000000 fe:00 131 /usr/lib/with a blank.so
    7f1000001000-7f1000002000 r-xp 00001000 fe:00 131 /usr/lib/with a blank.so
    7f1000002000-7f1000003000 rw-p 00002000 fe:00 132 /usr/lib/other.so
    7f2000000000-7f2000001000 rw-s 00000000 00:01 9 /dev/zero (deleted)
    7fff00000000-7fff00021000 rw-p 00000000 00:00 0                          [stack]
    ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
    """

  @Test func `regions have their places, permissions and files`() throws {
    let map = MemoryMap(parsing: Array(Self.text.utf8))
    #expect(map.regions.count == 9)
    #expect(map.files == ["/usr/lib/with a blank.so", "/usr/lib/other.so", "/dev/zero (deleted)"])
    #expect(map.areProgram == [true, false, false])
    #expect(map.regions[0].backing == .heap)
    #expect(map.regions[0].start == 0x55d0_a000_0000)
    #expect(map.regions[0].byteCount == 0x21000)
    #expect(map.regions[1].backing == .anonymous)
    #expect(!map.regions[2].isReadable)
    #expect(map.regions[3].backing == map.regions[4].backing)
    #expect(map.regions[4].isExecutable)
    #expect(map.regions[6].isShared)
    #expect(map.regions[7].backing == .anonymous)
    #expect(map.regions[8].backing == .system)
  }

  /// Beside a library, the whole of its file may be mapped as data, as what looks names up does.
  @Test(arguments: [
    "7f0fff000000-7f1000000000 r--s 00000000 fe:00 131 /usr/lib/a.so", nil,
    "7f0fff000000-7f1000000000 r--p 00000000 fe:00 131 /usr/lib/a.so",
  ])
  func `a program's file that is mapped as data besides may be unmapped`(before: String?) {
    let library = [
      "7f1000000000-7f1000400000 r--p 00000000 fe:00 131 /usr/lib/a.so",
      "7f1000400000-7f1000800000 r-xp 003ff000 fe:00 131 /usr/lib/a.so",
      "7f1000800000-7f1000900000 rw-p 007fe000 fe:00 131 /usr/lib/a.so",
    ]
    let after = ["7f1000a00000-7f1001200000 r--p 00000000 fe:00 131 /usr/lib/a.so"]
    let lines = (before.map { [$0] } ?? []) + library + after
    let map = MemoryMap(parsing: Array(lines.joined(separator: "\n").utf8))
    #expect(map.areProgram == (before == nil ? [] : [false]) + [true, false])
  }

  @Test func `damaged texts are answered`() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<2_000 {
      var bytes = Array(Self.text.utf8)
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if random.chance(0.3) {
          bytes.removeLast(min(place, bytes.count - 1))
        } else {
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
      }
      for region in MemoryMap(parsing: bytes).regions { #expect(region.start < region.end) }
    }
  }

  @Test func `releases of glibc are known by their numbers`() {
    #expect(GlibcLayout(release: "2.36")?.heapInfo == 48)
    #expect(GlibcLayout(release: "2.34")?.heapInfo == 32)
    for release in ["2.31", "2.42", "3.1", "2", "", "2.x"] {
      #expect(GlibcLayout(release: release) == nil)
    }
  }

  @Test(arguments: [
    ("App.ProfileVC", "ProfileVC"), ("App.Outer.Inner", "Outer.Inner"),
    ("Swift.Array<App.Model.Item>", "Array<Model.Item>"),
    ("Swift._DictionaryStorage<Swift.String, () -> ()>", "Dictionary<String, () -> ()>"),
    ("App.(unknown context at $7f00).Hidden", "Hidden"), ("(App.A, Swift.Int)", "(A, Int)"),
    ("", ""),
  ])
  func `types are named without modules`(qualified: String, name: String) {
    #expect(TypeText.withoutModules(qualified) == name)
  }
}
