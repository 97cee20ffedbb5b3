internal import LeakCheckGraph
import LeakCheckText

#if !_endian(little)
#error("columns are used where the file has them, which is in little-endian order")
#endif

/// The bytes of a binary graph, with the sections from its header.
///
/// Columns keep the dump, so they are valid as long as anybody has one.
@safe struct BinaryFile {
  let dump: DumpFile
  // Owned by `dump`.
  private let bytes: UnsafeRawBufferPointer

  init(_ dump: DumpFile) {
    self.dump = dump
    unsafe bytes = unsafe dump.memory
  }

  var count: Int { unsafe bytes.count }

  /// The number in the bytes from `offset` on, which must all be there.
  func number<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Number.Type
  ) -> Number {
    precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
    return Number(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: type))
  }

  /// The checksum of the bytes in `range`.
  func checksum(of range: Range<Int>) -> UInt64 {
    unsafe BinaryChecksum.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  /// The first byte of `range` that is not 0, as an offset in the file.
  func firstNonZero(in range: Range<Int>) -> Int? { unsafe bytes[range].firstIndex { $0 != 0 } }

  /// The bytes of `range` as numbers of `width` bytes.
  ///
  /// - Precondition: `range` is inside the file, a multiple of `width` long and aligned to it.
  func numbers(in range: Range<Int>, width: Int) -> StoredNumbers {
    unsafe StoredNumbers(
      UnsafeRawBufferPointer(rebasing: bytes[range]), offset: range.lowerBound, width: width,
      keeper: dump)
  }

  /// The first byte of `range` that begins no UTF-8 character, as an offset in the file.
  func firstInvalidUTF8(in range: Range<Int>) -> Int? {
    let view = unsafe TextBytes(bytes)
    var index = range.lowerBound
    while index < range.upperBound {
      index = view.firstNonASCII(in: index..<range.upperBound)
      if index == range.upperBound { break }
      let (length, second) = JSONScanner.shape(of: view[index])
      guard length > 0, index + length <= range.upperBound, second.contains(view[index + 1]),
        view[index + 2..<index + length].allSatisfy({ $0 & 0xc0 == 0x80 })
      else { return index }
      index += length
    }
    return nil
  }

  /// The text in the bytes of `range`, which must be UTF-8.
  func text(in range: Range<Int>) -> String {
    unsafe String(decoding: bytes[range], as: UTF8.self)
  }
}

/// A section of whole numbers as it lies in the file: one, two or four bytes each without a sign, or eight
/// with one.
@safe struct StoredNumbers {
  /// Where the section begins in the file.
  let offset: Int
  /// The bytes of a number.
  let width: Int
  /// The number of numbers.
  let count: Int
  // Owned by the keeper.
  private let bytes: UnsafeRawBufferPointer
  private let keeper: DumpFile

  init(_ bytes: UnsafeRawBufferPointer, offset: Int, width: Int, keeper: DumpFile) {
    self.offset = offset
    self.width = width
    count = bytes.count / width
    unsafe self.bytes = unsafe bytes
    self.keeper = keeper
  }

  /// The bytes of some numbers, valid as long as the file is kept.
  func bytes(of rows: Range<Int>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      rebasing: bytes[rows.lowerBound * width..<rows.upperBound * width])
  }

  /// Some of the numbers.
  func rows(_ rows: Range<Int>) -> StoredNumbers {
    unsafe StoredNumbers(
      bytes(of: rows), offset: offset + rows.lowerBound * width, width: width, keeper: keeper)
  }

  /// The column of the numbers, in place.
  var column: IntegerColumn {
    switch width {
    case 1: IntegerColumn(column(of: UInt8.self))
    case 2: IntegerColumn(column(of: UInt16.self))
    case 4: IntegerColumn(column(of: UInt32.self))
    default: IntegerColumn(column(of: Int64.self))
    }
  }

  /// The numbers as another type of their width, in place.
  func column<Element: BitwiseCopyable & Sendable>(of type: Element.Type) -> Column<Element> {
    unsafe Column(values(as: type), keeper: keeper)
  }

  /// The numbers, valid as long as the file is kept.
  func values<Element: BitwiseCopyable>(as type: Element.Type) -> UnsafeBufferPointer<Element> {
    precondition(MemoryLayout<Element>.stride == width)
    return unsafe UnsafeBufferPointer(
      start: bytes.baseAddress?.assumingMemoryBound(to: type), count: count)
  }
}
