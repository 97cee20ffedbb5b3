import LeakCheckLocks

#if canImport(Glibc)
import CLeakCheckCapture
import Glibc
#endif

/// State shared by all captures of this process: its libraries, and the layouts of its types.
struct CaptureSupport: Sendable {
  /// The layout of glibc's heap here.
  let glibc: GlibcLayout
  /// Whether the runtime's tasks have the expected layout.
  let knowsTasks: Bool
  /// The layouts of types.
  let types: TypeTable
  /// The file of the program.
  let programFile: String?
  /// An object that the walk of the heap must find.
  private let probe: Probe

  private final class Probe: Sendable {
    let number = 7
  }

  private static let state = Mutex<CaptureSupport?>(nil)
  /// The first thread's arena, once a walk has found it.
  private static let mainArena = Mutex<UInt>(0)

  /// The facts about this process, found out once.
  ///
  /// - Throws: ``CaptureError`` if its objects cannot be read.
  static func shared() throws(CaptureError) -> CaptureSupport {
    if let known = state.withLock({ $0 }) { return known }
    let found = try CaptureSupport()
    return state.withLock { known in
      if let known { return known }
      known = found
      return found
    }
  }

  private init() throws(CaptureError) {
    glibc = try HostCheck.glibc()
    knowsTasks = HostCheck.knowsTasks
    types = TypeTable()
    probe = Probe()
    #if os(Linux)
    programFile = LoadedImages().main?.path
    #else
    programFile = nil
    #endif
  }

  /// This process's memory and threads at one instant.
  struct Moment: ~Copyable {
    let image: MemoryImage
    /// The memory handed out by malloc.
    let chunks: ChunkTable
    /// The threads, and the ends of their stacks as far as known.
    var threadMoment = ThreadMoment()
    /// Whether all other threads waited, without moving, while the memory was frozen.
    var isQuiet = false
    #if os(Linux) && canImport(Glibc)
    /// The frozen copy; it is ending, and this value waits for it.
    var process: FrozenProcess?
    #endif
  }

  /// The number of attempts.
  ///
  /// A moment in which a thread is splitting a chunk cannot be walked, but passes at once.
  private static let attempts = 5

  /// A copy of this process's memory: of one instant if a fork is allowed, otherwise while it runs.
  func moment(copiedTo pages: Pages) throws(CaptureError) -> Moment {
    var attempt = 1
    while true {
      do throws(CaptureError) {
        return try thisMoment(copiedTo: pages)
      } catch {
        guard error.code == .unknownLibrary, attempt < Self.attempts else { throw error }
        attempt += 1
      }
    }
  }

  private func thisMoment(copiedTo pages: Pages) throws(CaptureError) -> Moment {
    #if os(Linux) && canImport(Glibc)
    let before = StackPointers(in: pages)
    guard let frozen = FrozenProcess(pages: pages) else {
      let image = try MemoryImage(of: ProcessMemory(of: getpid(), pages: pages), to: pages)
      return Moment(
        image: image, chunks: try chunks(in: image, pages: pages),
        threadMoment: before.moment(ends: []))
    }
    let after = StackPointers(in: pages)
    let image = try MemoryImage(of: frozen, to: pages)
    frozen.finish()
    let ends = before.unmoved(until: after)
    return Moment(
      image: image, chunks: try chunks(in: image, pages: pages),
      threadMoment: before.moment(ends: ends),
      isQuiet: ends.count == before.threads.count && before.threads == after.threads,
      process: frozen)
    #else
    throw CaptureError(.unsupportedSystem, HostCheck.unsupported)
    #endif
  }

  private func chunks(in image: MemoryImage, pages: Pages) throws(CaptureError) -> ChunkTable {
    var arena = Self.mainArena.withLock { $0 }
    let chunks = try HeapWalk.chunks(
      in: image, layout: glibc, mainArena: &arena, pages: pages)
    try check(chunks, in: image)
    Self.mainArena.withLock { $0 = arena }
    return chunks
  }

  /// Checks that the walk found an object at a known address.
  private func check(_ chunks: ChunkTable, in image: MemoryImage) throws(CaptureError) {
    let address = UInt(bitPattern: ObjectIdentifier(probe))
    guard chunks.chunk(at: address) < 0 else { return }
    throw CaptureError(
      .otherAllocator,
      "the heap does not have an object that was just allocated: malloc is not glibc's; "
        + "run the tests without the replacement to see paths")
  }
}

/// Finds out whether objects of this process can be read.
enum HostCheck {
  static let unsupported =
    "live objects can be read on Linux with glibc; here, leakcheck can only tell that an object is alive"

  #if os(Linux) && canImport(Glibc)
  /// The layout of the heap.
  static func glibc() throws(CaptureError) -> GlibcLayout {
    if let sanitizer = sanitizers.first(where: { symbol($0.symbol) != nil }) {
      throw CaptureError(
        .sanitizer,
        "\(sanitizer.name) replaces the allocator; run the tests without it to see paths")
    }
    let release = unsafe String(cString: gnu_get_libc_version())
    guard let layout = GlibcLayout(release: release) else {
      throw CaptureError(
        .unknownLibrary,
        "the heap layout of glibc \(release) is unknown: 2.32 to 2.41 are known; update leakcheck")
    }
    if let other = otherAllocator {
      throw CaptureError(
        .otherAllocator,
        "malloc comes from \(other), whose heap cannot be read; run the tests without it to see paths"
      )
    }
    return layout
  }

  private static let sanitizers: [(name: String, symbol: String)] = [
    ("AddressSanitizer", "__asan_init"), ("ThreadSanitizer", "__tsan_init"),
    ("MemorySanitizer", "__msan_init"), ("LeakSanitizer", "__lsan_init"),
    ("HWAddressSanitizer", "__hwasan_init"),
  ]

  static func symbol(_ name: String) -> UInt? {
    unsafe dlsym(nil, name).map { UInt(bitPattern: $0) }
  }

  /// The file that malloc comes from, unless the C library has it.
  private static var otherAllocator: String? {
    let images = LoadedImages()
    guard let malloc = symbol("malloc"), let library = symbol("gnu_get_libc_version"),
      let allocator = images.place(of: UInt64(malloc))?.image.path,
      let expected = images.place(of: UInt64(library))?.image.path
    else { return nil }
    return allocator == expected ? nil : allocator
  }

  /// Whether the runtime states the known version of its task layout.
  static var knowsTasks: Bool {
    guard let version = symbol("_swift_concurrency_debug_internal_layout_version"),
      let pointer = unsafe UnsafePointer<UInt32>(bitPattern: version)
    else { return false }
    return unsafe pointer.pointee == 1
  }
  #else
  static func glibc() throws(CaptureError) -> GlibcLayout {
    #if canImport(Musl)
    throw CaptureError(.unknownLibrary, "musl's heap cannot be read; use glibc to see paths")
    #else
    throw CaptureError(.unsupportedSystem, unsupported)
    #endif
  }

  static var knowsTasks: Bool { false }

  static func symbol(_ name: String) -> UInt? { nil }
  #endif
}
