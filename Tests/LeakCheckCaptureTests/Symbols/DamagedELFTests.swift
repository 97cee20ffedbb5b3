#if os(Linux)
import Foundation
import LeakCheckCapture
import LeakCheckTestSupport
import Testing

@Suite struct DamagedELFTests {
  /// Writes `bytes` to a file of its own for `body`; a file that is mapped must not be written to.
  private func withFile<Result>(
    _ bytes: [UInt8], _ body: (String) throws -> Result
  ) rethrows
    -> Result
  {
    let path = FileManager.default.temporaryDirectory.path + "/leakcheck-\(UUID().uuidString)"
    let isWritten = FileManager.default.createFile(atPath: path, contents: Data(bytes))
    #expect(isWritten)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  /// All that can be asked of a file.
  private func ask(_ path: String) {
    guard let file = ELFFile(path: path) else { return }
    let addresses: [UInt64] = [0, 0x370, 0x37f, 0x3c0, 0x488, 0x48b, 0x48c, .max]
    if let symbols = SymbolTable(file) {
      for symbol in symbols.names(of: addresses) { _ = symbol?.range }
      _ = symbols.symbols(named: ["twice", "small_start", ""])
    }
    let ranges: [Range<UInt64>] = [0x370..<0x3c0, 0x3c0..<0x3d0, 0..<0x370, 0x488 ..< .max]
    _ = LineTable(file)?.locations(of: ranges)
  }

  @Test func `the undamaged files name their function and variable`() throws {
    for bytes in SmallELF.all {
      try withFile(bytes) { path in
        let symbols = try #require(SymbolTable(path: path))
        let found = symbols.names(of: [0x3c5, 0x370, 0x48b, 0x48c, 0x36f])
        #expect(found.map { $0?.name } == ["twice", "small_start", "shared_counter", nil, nil])
        #expect(found.map { $0?.offset } == [5, 0, 3, nil, nil])
        #expect(symbols.symbols(named: ["start", "twice"]).map { $0?.start } == [nil, 0x3c0])
      }
    }
  }

  @Test func `the undamaged files have the lines of the source in both versions of DWARF`() throws {
    for bytes in SmallELF.all {
      try withFile(bytes) { path in
        let lines = try #require(ELFFile(path: path).flatMap { LineTable($0) })
        let found = lines.locations(of: [0x3c0..<0x3d0, 0x370..<0x3c0, 0x38a..<0x38d, 0x10..<0x20])
        let small = "/src/small.c"
        #expect(found.map { $0?.description } == ["\(small):1", "\(small):3", "\(small):5", nil])
      }
    }
  }

  @Test func `a damaged file is answered`() {
    var random = SplitMix64(seed: 11)
    for round in 0..<Rounds.of(4_000, usually: 800) {
      var bytes = SmallELF.all[round % 2]
      for _ in 0..<Int.random(in: 1...6, using: &random) { damage(&bytes, &random) }
      withFile(bytes, ask)
    }
  }

  @Test func `a file that ends early is answered`() {
    for bytes in SmallELF.all {
      for length in stride(from: 0, to: bytes.count, by: 3) {
        withFile(Array(bytes.prefix(length)), ask)
      }
    }
  }

  @Test func `what is no ELF file is refused`() {
    #expect(ELFFile(path: "/no such file") == nil)
    #expect(ELFFile(path: "/") == nil)
    #expect(ELFFile(path: "/dev/null") == nil)
    withFile(Array("#!/bin/sh\n".utf8)) { #expect(ELFFile(path: $0) == nil) }
  }

  /// Changes a byte, or writes a number that is likely to be a wrong offset or count.
  private func damage(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let place = Int.random(in: 4..<bytes.count - 8, using: &random)
    if random.chance(0.5) {
      bytes[place] = UInt8.random(in: 0...255, using: &random)
      return
    }
    let numbers: [UInt64] = [
      0, .max, 1 << 63, UInt64(bytes.count), 0xffff_ffff, 0x8080_8080_8080_8080,
    ]
    let number = numbers.randomElement(using: &random) ?? 0
    for index in 0..<(random.chance(0.5) ? 8 : 4) {
      bytes[place / 4 * 4 + index] = UInt8(truncatingIfNeeded: number >> (index * 8))
    }
  }
}
#endif
