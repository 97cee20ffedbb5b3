internal import LeakCheckGraph

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A column of numbers that is filled once, in address space reserved for the maximum.
///
/// Growing by doubling would copy the column and hold it twice; reserved space costs nothing until it is
/// touched. Large pages, where the system gives them, save most of the page faults.
@safe struct ReservedColumn<Element: BitwiseCopyable>: ~Copyable {
  // Owned by this value: mapped in `init`, unmapped in `deinit`, never handed out beyond a closure.
  private let base: UnsafeMutablePointer<Element>
  private let byteCount: Int
  let capacity: Int
  private(set) var count = 0

  /// A column for at most `capacity` elements.
  init(capacity: Int) {
    self.capacity = capacity
    byteCount = max(1, capacity) * MemoryLayout<Element>.stride
    let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
    let mapped = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let start = unsafe mapped, unsafe start != MAP_FAILED else {
      preconditionFailure("no address space for \(byteCount) bytes")
    }
    unsafe base = unsafe start.assumingMemoryBound(to: Element.self)
    unsafe UnsafeMutableBufferPointer(start: base, count: capacity).preferLargePages()
  }

  deinit { _ = unsafe munmap(base, byteCount) }

  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count, "no element \(index) among \(count)")
      return unsafe base[index]
    }
    set {
      precondition(index >= 0 && index < count, "no element \(index) among \(count)")
      unsafe base[index] = newValue
    }
  }

  /// Appends `element`, for which there must be room.
  mutating func append(_ element: Element) {
    precondition(count < capacity, "more than \(capacity) elements")
    unsafe base[count] = element
    count += 1
  }

  /// Makes the column as long as its capacity; what was never written is zero.
  mutating func fill() { count = capacity }

  /// Calls `body` with the elements, which are valid only in it.
  func withElements<Result, Failure>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeBufferPointer(start: base, count: count))
  }

  /// Calls `body` with the elements, to be changed in place.
  mutating func withMutableElements<Result, Failure>(
    _ body: (UnsafeMutableBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeMutableBufferPointer(start: base, count: count))
  }
}
