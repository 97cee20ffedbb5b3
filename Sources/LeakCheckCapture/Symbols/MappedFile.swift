internal import CLeakCheckCapture

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The bytes of a file, mapped read-only into this process until their last user is gone.
///
/// A class, because many slices share one mapping that must be unmapped once. The mapping is shared with the page
/// cache, so it uses no heap memory. If the file is truncated in place while mapped, the process ends with SIGBUS, like
/// a program loaded from it.
@safe package final class MappedFile: Sendable {
  // Owned: unmapped by `deinit`. Never written through.
  private let address: UInt
  private let size: Int

  private init(address: UInt, size: Int) {
    self.address = address
    self.size = size
  }

  deinit {
    _ = unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), size)
  }

  /// Maps the regular file at `path`; `nil` if it cannot be opened or is empty.
  package static func bytes(ofFileAt path: String) -> FileBytes? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    let size = Int(status.st_size)
    guard status.st_mode & S_IFMT == S_IFREG, size > 0 else { return nil }
    let mapped = unsafe mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let start = unsafe mapped, unsafe start != MAP_FAILED else { return nil }
    let file = MappedFile(address: UInt(bitPattern: start), size: size)
    let bytes = unsafe UnsafePointer(start.assumingMemoryBound(to: UInt8.self))
    return unsafe FileBytes(bytes, size, file)
  }
}

/// A slice of a mapped file; every read is checked against its bounds.
///
/// Plain pointers and typed loads stay fast without optimization: each read compiles to a comparison and a load, in
/// debug builds too.
@safe package struct FileBytes: Sendable {
  // Inside the mapping of `owner`, which outlives this value because the value holds it.
  nonisolated(unsafe) let base: UnsafePointer<UInt8>
  /// The number of bytes in the slice.
  package let count: Int
  private let owner: MappedFile?

  fileprivate init(_ base: UnsafePointer<UInt8>, _ count: Int, _ owner: MappedFile?) {
    unsafe self.base = unsafe base
    self.count = count
    self.owner = owner
  }

  /// The byte at `offset`, or 0 outside the slice.
  package func byte(at offset: Int) -> UInt8 {
    guard offset >= 0, offset < count else { return 0 }
    return unsafe base[offset]
  }

  /// The little-endian number of `width` bytes at `offset`, or 0 if it is not in the slice.
  package func number(at offset: Int, width: Int) -> UInt64 {
    guard offset >= 0, width >= 0, width <= 8, offset <= count - width else { return 0 }
    var value: UInt64 = 0
    var index = width
    while index > 0 {
      index -= 1
      value = value << 8 | UInt64(unsafe base[offset + index])
    }
    return value
  }

  /// The `size` bytes from `offset`, or `nil` if they are not all in the slice.
  package func slice(_ offset: UInt64, _ size: UInt64) -> FileBytes? {
    guard offset <= UInt64(count), size <= UInt64(count) - offset else { return nil }
    return unsafe FileBytes(base + Int(offset), Int(size), owner)
  }

  /// The text that begins at `offset` and ends before a zero byte; `nil` if there is none of at most 64 KiB.
  ///
  /// - Complexity: O(length of the text)
  package func text(at offset: UInt64) -> String? {
    guard offset < UInt64(count) else { return nil }
    let start = unsafe base + Int(offset)
    guard let end = unsafe memchr(start, 0, min(count - Int(offset), 1 << 16)) else { return nil }
    let length = UInt(bitPattern: end) - UInt(bitPattern: start)
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: Int(length)), as: UTF8.self)
  }

  /// Whether the text at `offset` is `other`, without creating a string.
  ///
  /// - Complexity: O(length of `other`)
  package func text(at offset: UInt64, is other: [UInt8]) -> Bool {
    guard offset < UInt64(count), other.count < count - Int(offset) else { return false }
    let start = unsafe base + Int(offset)
    return unsafe memcmp(start, other, other.count) == 0 && start[other.count] == 0
  }

  /// The offsets at which `other` occurs before a zero byte, also as the end of a longer text.
  ///
  /// - Complexity: O(bytes of the slice)
  package func offsets(of other: String) -> [UInt64] {
    let needle = Array(other.utf8) + [0]
    var offsets: [UInt64] = []
    var offset = 0
    while offset < count {
      let start = unsafe base + offset
      let found = unsafe leakcheck_find_bytes(start, count - offset, needle, needle.count)
      guard let found = unsafe found else { break }
      offset += Int(UInt(bitPattern: found) - UInt(bitPattern: start))
      offsets.append(UInt64(offset))
      offset += 1
    }
    return offsets
  }

  /// The slice as 64-bit words; `nil` if its address is not a multiple of 8.
  package var words: FileWords? {
    guard UInt(bitPattern: unsafe base) % 8 == 0 else { return nil }
    let typed = unsafe UnsafeRawPointer(base).assumingMemoryBound(to: UInt64.self)
    return unsafe FileWords(typed, count / 8, owner)
  }
}

/// A slice of a mapped file, read as 64-bit words.
@safe package struct FileWords: Sendable {
  // Inside the mapping of `owner`, as in `FileBytes`.
  nonisolated(unsafe) let base: UnsafePointer<UInt64>
  /// The number of words in the slice.
  package let count: Int
  private let owner: MappedFile?

  fileprivate init(_ base: UnsafePointer<UInt64>, _ count: Int, _ owner: MappedFile?) {
    unsafe self.base = unsafe base
    self.count = count
    self.owner = owner
  }

  /// The word with this index, which must be in the slice.
  package subscript(index: Int) -> UInt64 {
    precondition(index >= 0 && index < count, "word outside of the slice")
    return unsafe base[index]
  }
}
