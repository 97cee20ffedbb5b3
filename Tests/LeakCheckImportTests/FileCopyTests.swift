import Foundation
import LeakCheckGraph
import LeakCheckLocks
import LeakCheckTestSupport
import LeakCheckText
import Testing

@testable import LeakCheckImport

/// Files that others write into while they are read, or afterwards.
@Suite struct FileCopyTests {
  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("leakcheck-copy-\(UUID().uuidString).lcgraph")

  private func graph(_ count: Int) throws -> ObjectGraph {
    var builder = ObjectGraph.Builder()
    for index in 0..<count {
      builder.add(ObjectDescription(id: .number(Int64(index)), type: "T\(index % 100)"))
      var edge = ReferenceDescription(
        from: .number(Int64(index)), to: .number(Int64(index * 7 % count)))
      edge.name = "field\(index % 10)"
      builder.add(edge)
    }
    return try builder.build()
  }

  @Test func `a graph stays what it was when its file is overwritten and cut short`() throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let original = try graph(20_000)
    try Data(BinaryGraphWriter().bytes(of: original)).write(to: url)
    let dump = try #require(try DumpFile.copying(url.path))
    let read = try GraphReaders.read(dump)
    let handle = try FileHandle(forWritingTo: url)
    try handle.write(contentsOf: Data(repeating: 0xff, count: dump.count / 2))
    try handle.truncate(atOffset: 100)
    try handle.close()
    // A mapping would end the process here, by a signal.
    #expect(JSONGraphWriter().text(of: read) == JSONGraphWriter().text(of: original))
  }

  @Test func `the bytes are the file's, also beyond what one thread takes at once`() throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let all = (0..<13_000_003).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 13) }
    for count in [0, 100, 1 << 16 - 1, 1 << 16, 1 << 22, 1 << 22 + 1, all.count] {
      let bytes = all.prefix(count)
      try Data(bytes).write(to: url)
      #expect(DumpFile.size(ofFile: url.path) == count)
      let dump = try DumpFile.copying(url.path)
      #expect((dump == nil) == (count == 0))
      #expect(dump.map { $0.prefix(count).elementsEqual(bytes) && $0.count == count } ?? true)
    }
    #expect(try DumpFile.copying("/nowhere/at/all") == nil)
    #expect(DumpFile.size(ofFile: "/") == nil)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a file that somebody writes into is read as it was or refused`() throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let bytes = Data(BinaryGraphWriter().bytes(of: try graph(60_000)))
    try bytes.write(to: url)
    let (isDone, path) = (Flag(), url.path)
    let writer = Thread {
      var turn = 0
      while !isDone.isSet, let handle = FileHandle(forWritingAtPath: path) {
        turn += 1
        if turn % 3 == 0 { try? handle.truncate(atOffset: UInt64(bytes.count / 3)) }
        try? handle.write(
          contentsOf: turn % 2 == 0 ? bytes : Data(repeating: 0x55, count: bytes.count))
        try? handle.close()
      }
    }
    writer.start()
    defer { isDone.set() }
    var changed = 0
    for _ in 0..<200 {
      do throws(InputError) {
        guard let dump = try DumpFile.copying(path) else { continue }
        _ = try GraphReaders.read(dump)
      } catch {
        if error.problem == "the file changed while it was read" { changed += 1 }
      }
    }
    #expect(changed > 0)
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
  }
}
