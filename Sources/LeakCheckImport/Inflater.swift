package import LeakCheckText
internal import CZlib
internal import LeakCheckGraph

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension DumpFile {
  /// The first two bytes of a gzip file (RFC 1952).
  private static let gzipMagic: [UInt8] = [0x1f, 0x8b]

  /// Whether the file begins like a gzip file.
  package var isCompressed: Bool { prefix(2) == Self.gzipMagic }

  /// The dump inside a gzip file, or this dump where it is not compressed.
  ///
  /// Members that follow each other are one dump: a JVM compresses its dumps in such pieces. The dump
  /// inside is called as the file is; the bytes that errors name are those of the dump.
  ///
  /// - Throws: ``InputError`` where the file is damaged, cut short, followed by something else, or grows
  ///   beyond ``inflatedLimit(ofCompressed:)``.
  /// - Complexity: O(bytes of the dump), which are held in memory.
  package func inflated() throws(InputError) -> DumpFile {
    guard isCompressed else { return self }
    return try inflated(limit: Self.inflatedLimit(ofCompressed: count))
  }

  /// The least bytes that the dump inside a gzip file has, by what the file says of its last member; the
  /// size of a file that is not compressed.
  ///
  /// The number is one of 32 bits (RFC 1952, ISIZE), and nothing but the inflated bytes proves it.
  package var statedSize: Int {
    guard isCompressed, count >= 18 else { return count }
    return unsafe withUnsafeBytes {
      Int(UInt32(littleEndian: unsafe $0.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)))
    }
  }

  /// The dump inside a gzip file, or this dump where it is not compressed; `nil` where it has `limit` bytes or
  /// more.
  ///
  /// - Throws: ``InputError`` as ``inflated()`` does.
  /// - Complexity: O(bytes of the dump), at most `limit` of which are made.
  package func inflated(fewerThan limit: Int) throws(InputError) -> DumpFile? {
    guard isCompressed else { return self }
    let utmost = Self.inflatedLimit(ofCompressed: count)
    guard limit < utmost else { return try inflated() }
    var inflater = try Inflater(limit: max(1, limit), source: source)
    do throws(InputError) {
      try inflate(by: &inflater)
    } catch {
      if inflater.isFull { return nil }
      throw error
    }
    return inflater.dump()
  }

  /// The dump inside a gzip file, if it has fewer than `limit` bytes.
  func inflated(limit: Int) throws(InputError) -> DumpFile {
    var inflater = try Inflater(limit: limit, source: source)
    try inflate(by: &inflater)
    return inflater.dump()
  }

  private func inflate(by inflater: inout Inflater) throws(InputError) {
    try WorkStage.inflate.run(of: count) { counter throws(InputError) in
      try unsafe withUnsafeBytes { bytes throws(InputError) in
        try unsafe inflater.inflate(bytes, counter)
      }
    }
  }

  /// The most bytes that a compressed file of `count` bytes may hold.
  ///
  /// Deflate can make 1,032 bytes of one; heap dumps are known to make 3 to 20. So 64 times the file, and
  /// a GiB for small ones, is beyond any dump and keeps a file made to fill the memory from doing so.
  package static func inflatedLimit(ofCompressed count: Int) -> Int { 1 << 30 + count * 64 }
}

/// An inflater of gzip members into growing memory.
@safe private struct Inflater: ~Copyable {
  private let limit: Int
  private let source: String
  // Mapped in `init`; owned by this value until `dump()` hands it to a dump.
  private var output: UnsafeMutableRawBufferPointer
  private var written = 0

  /// Whether there was no room for more.
  var isFull: Bool { written == limit }

  /// Reserves address space for `limit` bytes; a page costs memory once it is written.
  init(limit: Int, source: String) throws(InputError) {
    let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
    let mapped = unsafe mmap(nil, limit, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let start = unsafe mapped, unsafe start != MAP_FAILED else {
      throw InputError(
        source: source, offset: 0, problem: "no memory to inflate the file in",
        expected: "\(limit) bytes of address space")
    }
    self.limit = limit
    self.source = source
    unsafe output = UnsafeMutableRawBufferPointer(start: start, count: limit)
  }

  deinit {
    if let start = unsafe output.baseAddress { _ = unsafe munmap(start, output.count) }
  }

  /// What was inflated; the memory behind it is given back.
  mutating func dump() -> DumpFile {
    guard let start = unsafe output.baseAddress, written > 0 else {
      return DumpFile([], source: source)
    }
    let page = Int(getpagesize())
    let used = (written + page - 1) / page * page
    if used < limit { _ = unsafe munmap(start + used, limit - used) }
    unsafe output = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    return unsafe DumpFile(
      adopting: UnsafeMutableRawBufferPointer(start: start, count: written), source: source,
      isInflated: true)
  }

  /// Inflates all members of `bytes`.
  mutating func inflate(
    _ bytes: UnsafeRawBufferPointer, _ counter: WorkCounter
  ) throws(InputError) {
    var stream = unsafe z_stream()
    guard unsafe leakcheck_inflateInit(&stream) == Z_OK else {
      throw failure(at: 0, "zlib cannot be used", "zlib 1.2 or later")
    }
    defer { unsafe inflateEnd(&stream) }
    var read = 0
    while read < bytes.count {
      let member = read
      guard unsafe bytes[read] == 0x1f else { throw trailing(at: read) }
      try unsafe inflateMember(&stream, bytes, &read, counter)
      guard read > member, unsafe inflateReset(&stream) == Z_OK else { throw trailing(at: read) }
    }
  }

  private mutating func inflateMember(
    _ stream: inout z_stream, _ bytes: UnsafeRawBufferPointer, _ read: inout Int,
    _ counter: WorkCounter
  ) throws(InputError) {
    // zlib counts in 32 bits, and whoever watches wants to see more than two steps: a piece at a time.
    let piece = 1 << 20
    while true {
      let input = min(piece, bytes.count - read)
      let room = min(piece, limit - written)
      let start = unsafe bytes.baseAddress.unsafelyUnwrapped + read
      unsafe stream.next_in = UnsafeMutablePointer(
        mutating: start.assumingMemoryBound(to: UInt8.self))
      unsafe stream.avail_in = UInt32(input)
      unsafe stream.next_out = (output.baseAddress.unsafelyUnwrapped + written)
        .assumingMemoryBound(to: UInt8.self)
      unsafe stream.avail_out = UInt32(room)
      let status = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
      counter.add(unsafe input - Int(stream.avail_in))
      read += unsafe input - Int(stream.avail_in)
      written += unsafe room - Int(stream.avail_out)
      if status == Z_STREAM_END { return }
      try check(status, at: read, isEnd: read == bytes.count)
    }
  }

  /// Says what `inflate` ended with, unless it only wants to be called again.
  private func check(_ status: Int32, at offset: Int, isEnd: Bool) throws(InputError) {
    if isFull {
      throw failure(
        at: offset, "compressed file holds more than \(limit) bytes",
        "at most 64 times its size and 1 GiB; inflate it first if it is not a bomb")
    }
    guard status == Z_OK || status == Z_BUF_ERROR else {
      throw failure(at: offset, "damaged gzip data", "what gzip wrote")
    }
    if isEnd { throw failure(at: offset, "truncated gzip file", "the end of its data") }
  }

  private func trailing(at offset: Int) -> InputError {
    failure(at: offset, "unexpected bytes after the gzip data", "another gzip member or the end")
  }

  private func failure(at offset: Int, _ problem: String, _ expected: String) -> InputError {
    InputError(source: source, offset: offset, problem: problem, expected: expected)
  }
}
