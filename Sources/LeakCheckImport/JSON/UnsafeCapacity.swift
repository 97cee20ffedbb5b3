import LeakCheckGraph

extension Array where Element: BitwiseCopyable {
  /// Makes room for `count` rows in memory that is prepared for them.
  mutating func reserve(_ count: Int, _ support: BuildSupport) {
    if capacity >= count { return }
    reserveCapacity(count)
    let bytes = capacity * MemoryLayout<Element>.stride
    unsafe withUnsafeMutableBufferPointer { buffer in
      unsafe support.advise(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: bytes))
    }
  }
}
