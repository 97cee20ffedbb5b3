#if os(Linux) && canImport(Glibc)
import Glibc
import LeakCheckLocks

@testable import LeakCheckCapture

/// Memory that a test has made up, beside the program and the libraries of this process, which types lie in.
struct MadeMemory: MemorySource {
  /// A region of made-up words.
  struct Region {
    var start: UInt
    var words: [UInt]
    /// What the system says it is, such as `[heap]`.
    var name = ""

    var range: Range<UInt> { start..<start + UInt(words.count) * 8 }
  }

  var regions: [Region]

  /// The lines of the address space that files back, read once.
  private static let files: [(start: UInt, line: String)] = {
    guard let file = unsafe fopen("/proc/self/maps", "r") else { return [] }
    defer { unsafe fclose(file) }
    var lines: [(UInt, String)] = []
    var buffer = [CChar](repeating: 0, count: 4096)
    while unsafe fgets(&buffer, 4096, file) != nil {
      let line = String(
        decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard line.contains("/"), let start = UInt(line.prefix { $0 != "-" }, radix: 16) else {
        continue
      }
      lines.append((start, line))
    }
    return lines
  }()

  /// The maps of memories of which there are many, by their regions.
  private static let known = Mutex<[[Range<UInt>]: MemoryMap]>([:])

  var isFrozen: Bool { true }

  func map() throws(CaptureError) -> MemoryMap {
    let ranges = regions.map(\.range)
    if let map = Self.known.withLock({ $0[ranges] }) { return map }
    let map = parsedMap()
    Self.known.withLock { if $0.count < 1_000 { $0[ranges] = map } }
    return map
  }

  private func parsedMap() -> MemoryMap {
    let made = regions.map { region in
      let range = region.range
      let ends = "\(String(range.lowerBound, radix: 16))-\(String(range.upperBound, radix: 16))"
      return (region.start, "\(ends) rw-p 00000000 00:00 0 \(region.name)\n")
    }
    let lines = (Self.files + made).sorted { $0.0 < $1.0 }.map(\.1)
    return MemoryMap(parsing: Array(lines.joined().utf8))
  }

  func writtenPages(of region: MemoryRegion) -> [Range<UInt>] {
    regions.contains { $0.start == region.start } ? [region.start..<region.end] : []
  }

  func copy(_ ranges: [MemoryCopy]) throws(CaptureError) {
    for range in ranges {
      guard let region = regions.first(where: { $0.range.contains(range.range.lowerBound) })
      else { continue }
      unsafe region.words.withUnsafeBytes { bytes in
        let offset = Int(range.range.lowerBound - region.start)
        let count = min(range.range.count, bytes.count - offset)
        guard count > 0, let base = bytes.baseAddress else { return }
        unsafe range.destination.copyMemory(from: base + offset, byteCount: count)
      }
    }
  }
}

/// Memory of which there is more than anybody can copy.
struct VastMemory: MemorySource {
  var isFrozen: Bool { true }

  func map() -> MemoryMap {
    MemoryMap(parsing: Array("100000000000-7f0000000000 rw-p 00000000 00:00 0 [heap]\n".utf8))
  }

  func writtenPages(of region: MemoryRegion) -> [Range<UInt>] { [] }

  func copy(_ ranges: [MemoryCopy]) {}
}
#endif
