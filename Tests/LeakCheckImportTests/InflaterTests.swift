import CZlib
import LeakCheckGraph
import LeakCheckTestSupport
import LeakCheckText
import Testing

@testable import LeakCheckImport

@Suite struct UnsafeGzipTests {
  private static let graph = Array(#"{"leakcheck": 1, "objects": [{"id": 1, "type": "A"}]}"#.utf8)

  /// `bytes` as one gzip member.
  private func member(_ bytes: [UInt8]) -> [UInt8] {
    var stream = unsafe z_stream()
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    unsafe deflateInit2_(
      &stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    defer { unsafe deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count + 1000)
    let count = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(output.count)
        _ = unsafe deflate(&stream, Z_FINISH)
        return unsafe output.count - Int(stream.avail_out)
      }
    }
    return Array(output.prefix(count))
  }

  private func message(_ bytes: [UInt8]) -> String? {
    do throws(InputError) {
      _ = try GraphReaders.read(bytes, from: "g.json.gz")
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: ["g.json.gz", "g.GZ", "-", "g.json"])
  func `a compressed dump of every format is read`(_ source: String) throws {
    #expect(try GraphReaders.read(member(Self.graph), from: source).objects.count == 1)
    var writer = HPROFWriter()
    writer.addJava()
    #expect(try HPROFReader().read(member(writer.file()), from: source).objects.count == 3)
  }

  @Test func `the extension before gz decides`() {
    let found = #expect(throws: InputError.self) {
      try GraphReaders.read(member(Self.graph), from: "dir/a.hprof.gz")
    }
    #expect(
      found?.description.hasPrefix(
        "dir/a.hprof.gz: at byte 0 of the inflated data: file is not a heap dump") == true)
  }

  @Test func `members behind each other are one dump`() throws {
    let half = Self.graph.count / 2
    let bytes = member(Array(Self.graph[..<half])) + member([]) + member(Array(Self.graph[half...]))
    #expect(try GraphReaders.read(bytes, from: "-").objects.count == 1)
  }

  @Test func `a file cut anywhere is refused`() {
    let bytes = member(Self.graph)
    for end in 2..<bytes.count {
      #expect(
        message(Array(bytes[..<end]))
          == "g.json.gz: at byte \(end): truncated gzip file, expected the end of its data")
    }
  }

  @Test func `damage and what follows the data are refused`() {
    var bytes = member(Self.graph)
    #expect(
      message(bytes + [0])
        == "g.json.gz: at byte \(bytes.count): unexpected bytes after the gzip data, "
        + "expected another gzip member or the end")
    bytes[bytes.count - 5] ^= 1
    #expect(message(bytes)?.hasSuffix("damaged gzip data, expected what gzip wrote") == true)
    #expect(message([0x1f, 0x8b, 7, 7])?.contains("damaged gzip data") == true)
  }

  @Test func `damaged files give a graph or an error`() {
    let original = member(Self.graph)
    var random = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      var bytes = original
      let place = Int.random(in: 2..<bytes.count, using: &random)
      bytes[place] = UInt8.random(in: 0...255, using: &random)
      _ = message(bytes)
    }
  }

  @Test func `a file made to fill the memory is refused at its limit`() throws {
    let bomb = member([UInt8](repeating: 0, count: 1 << 16))
    let found = #expect(throws: InputError.self) {
      try DumpFile(bomb, source: "a.gz").inflated(limit: 1 << 16 - 1)
    }
    #expect(
      found?.description.contains("compressed file holds more than 65535 bytes, expected at most")
        == true)
    #expect(throws: Never.self) { try DumpFile(bomb, source: "a.gz").inflated(limit: 1 << 16 + 1) }
    #expect(DumpFile.inflatedLimit(ofCompressed: 1 << 20) == 1 << 30 + 1 << 26)
    let dump = DumpFile(bomb, source: "a.gz")
    #expect(dump.statedSize == 1 << 16)
    #expect(try dump.inflated(fewerThan: 1 << 16 - 1) == nil)
    #expect(try dump.inflated(fewerThan: 0) == nil)
    #expect(try dump.inflated(fewerThan: 1 << 16 + 1)?.count == 1 << 16)
    #expect(try dump.inflated(fewerThan: .max)?.isInflated == true)
  }
}
