#if os(Linux) && canImport(Glibc)
import Glibc
import LeakCheckGraph
import Testing

@testable import LeakCheckCapture

@safe private final class Leaker {
  var me: Leaker?
  let buffer = UnsafeMutablePointer<UInt>.allocate(capacity: 64)
}

private final class Newcomer {
  let number = 7
}

private struct LongIterator: IteratorProtocol {
  var words = (0, 0, 0, 0, 0)
  var isOver = true

  mutating func next() -> Int? { isOver ? nil : words.0 }
}

/// Retains itself by memory of C that other memory of C leads to.
///
/// It has a size that few have, so that what else is made meanwhile leaves the memory of one that has gone to the next.
@safe private final class Chained {
  let memory = UnsafeMutablePointer<UInt>.allocate(capacity: 83)
  private let filler = InlineArray<73, UInt>(repeating: 0)
  /// Where the memory is that has the retain.
  var end: UInt { unsafe memory[0] }

  init() {
    unsafe memory.initialize(repeating: 0, count: 83)
    let end = UnsafeMutablePointer<UInt>.allocate(capacity: 71)
    unsafe end.initialize(repeating: 0, count: 71)
    unsafe end[1] = UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())
    unsafe memory[0] = UInt(bitPattern: end)
  }

  deinit {
    unsafe UnsafeMutablePointer<UInt>(bitPattern: end)?.deallocate()
    unsafe memory.deallocate()
  }
}

/// Retains itself by a block, which is memory of C.
@safe private final class Blocked {
  private let number = 7
  private var block: (@convention(block) () -> Int)?
  /// Where the block is.
  var end: MaskedAddress { MaskedAddress(plain: unsafe unsafeBitCast(block, to: UInt.self)) }

  init() { block = { [self] in number } }

  func free() { block = nil }
}

/// Memory of C that a global variable names.
private enum Registry {
  nonisolated(unsafe) static let words: UnsafeMutablePointer<UInt> = {
    let words = UnsafeMutablePointer<UInt>.allocate(capacity: 8)
    unsafe words.initialize(repeating: 0, count: 8)
    return unsafe words
  }()
  nonisolated(unsafe) static var continuation: UnsafeContinuation<Void, Never>?
  nonisolated(unsafe) static var word: UInt = 0
}

/// What several looks say of a leak whose memory a word named before.
private enum Verdict { case found, hiddenByWord, hiddenByOthers }

/// A task that waits, with a word of its frame that names an address.
private struct WaitingTask {
  private let task: Task<UInt, Never>
  private let place: MaskedAddress

  init(naming place: MaskedAddress) async throws {
    self.place = place
    task = Task.detached {
      let word = place.plain
      unsafe await withUnsafeContinuation { unsafe Registry.continuation = $0 }
      return word
    }
    while unsafe Registry.continuation == nil { try await Task.sleep(for: .milliseconds(1)) }
    // The task may still be about to wait.
    try await Task.sleep(for: .milliseconds(20))
  }

  /// Lets the task end, if it has not ended.
  func end() async {
    unsafe Registry.continuation?.resume()
    unsafe Registry.continuation = nil
    #expect(await task.value == place.plain)
  }
}

extension LiveProcess {
  /// The masked address of an object that has gone, whose memory the next one mostly gets.
  @inline(never) private func placeOfGone() -> MaskedAddress {
    let chained = Chained()
    defer { free(MaskedAddress(of: chained)) }
    return MaskedAddress(of: chained)
  }

  /// Leaks an object; returns the memory that retains it, and the object's masked address.
  @inline(never) private func leakChained() -> (end: UInt, place: MaskedAddress) {
    let chained = Chained()
    return (chained.end, MaskedAddress(of: chained))
  }

  @inline(never) private func free(_ place: MaskedAddress) {
    unsafe Unmanaged<Chained>.fromOpaque(
      UnsafeRawPointer(bitPattern: place.plain).unsafelyUnwrapped
    ).release()
  }

  /// Leaks an object after a mark in memory whose address a word named before; `nil` where malloc has given it other
  /// memory.
  @MainActor private func verdict(
    onLeakAt place: MaskedAddress, clearing clear: () async -> Void
  ) async throws -> Verdict? {
    let mark = try HeapMark()
    let leaked = leakChained().place
    guard leaked == place else {
      free(leaked)
      return nil
    }
    let verdict = try await verdict(on: "Chained", since: mark, clearing: clear)
    if verdict == .found { free(leaked) }
    return verdict
  }

  /// Whether an object of a type that is leaked since a mark is found, and whether it is once the word has been cleared.
  @MainActor private func verdict(
    on type: String, since mark: HeapMark, clearing clear: () async -> Void
  ) async throws -> Verdict {
    // What a call before left on the stack may hide it from the first look.
    for _ in 0..<2 where try isLeftBehind(type, since: mark) { return .found }
    await clear()
    return try isLeftBehind(type, since: mark) ? .hiddenByWord : .hiddenByOthers
  }

  /// Judges leaks, each in memory whose address a word named before, until five are judged by nothing but that word.
  ///
  /// Other old words may name such memory too. What they hide stays, so that the next leak has other memory.
  @MainActor private func verdicts(
    _ attempt: @MainActor () async throws -> Verdict?
  ) async throws -> [Verdict] {
    var verdicts: [Verdict] = []
    for _ in 0..<100 where verdicts.count(where: { $0 != .hiddenByOthers }) < 5 {
      if let verdict = try await attempt() { verdicts.append(verdict) }
    }
    return verdicts
  }

  /// Whether leaks are found, where a word that is believed hides all of them.
  private func areFound(_ verdicts: [Verdict]) -> Bool {
    // A word that came and went between the looks may have hidden one.
    verdicts.count { $0 == .found } > 2 * verdicts.count { $0 == .hiddenByWord }
  }

  @MainActor @Test
  func `a word of C that is older than the object that it names does not hide a leak`()
    async throws
  {
    let verdicts = try await verdicts {
      let place = placeOfGone()
      unsafe Registry.words[3] = place.plain
      return try await verdict(onLeakAt: place) { unsafe Registry.words[3] = 0 }
    }
    #expect(areFound(verdicts), "\(verdicts)")
    unsafe Registry.words[3] = 0
  }

  @MainActor @Test func `a frame of a task that waits holds nothing that is newer`() async throws {
    let verdicts = try await verdicts {
      let place = placeOfGone()
      let task = try await WaitingTask(naming: place)
      let verdict = try await verdict(onLeakAt: place) { await task.end() }
      await task.end()
      return verdict
    }
    #expect(areFound(verdicts), "\(verdicts)")
  }

  /// The masked address of a block that has gone.
  @inline(never) private func placeOfGoneBlock() -> MaskedAddress {
    let blocked = Blocked()
    defer { blocked.free() }
    return blocked.end
  }

  /// Leaks an object whose block is at `end`; `nil` where malloc gives that memory to none of many.
  @inline(never) private func leakBlocked(at end: MaskedAddress) -> MaskedAddress? {
    var others: [Blocked] = []
    defer { others.forEach { $0.free() } }
    for _ in 0..<100 {
      let blocked = Blocked()
      if blocked.end == end { return MaskedAddress(of: blocked) }
      others.append(blocked)
    }
    return nil
  }

  @inline(never) private func freeBlocked(_ place: MaskedAddress) {
    unsafe Unmanaged<Blocked>.fromOpaque(
      UnsafeRawPointer(bitPattern: place.plain).unsafelyUnwrapped
    ).takeUnretainedValue().free()
  }

  /// Leaks an object after a mark whose newer block has the address that a word named before; `nil` where no block has.
  @MainActor private func verdict(
    onBlockAt end: MaskedAddress, clearing clear: () async -> Void
  ) async throws -> Verdict? {
    let mark = try HeapMark()
    guard let leaked = leakBlocked(at: end) else { return nil }
    let verdict = try await verdict(on: "Blocked", since: mark, clearing: clear)
    if verdict == .found { freeBlocked(leaked) }
    return verdict
  }

  @MainActor @Test func `a frame of a task that waits holds no newer block`() async throws {
    let verdicts = try await verdicts {
      let end = placeOfGoneBlock()
      let task = try await WaitingTask(naming: end)
      let verdict = try await verdict(onBlockAt: end) { await task.end() }
      await task.end()
      return verdict
    }
    #expect(areFound(verdicts), "\(verdicts)")
  }

  @MainActor @Test func `memory of C that has not changed holds no newer block`() async throws {
    let verdicts = try await verdicts {
      let end = placeOfGoneBlock()
      unsafe Registry.words[3] = end.plain
      return try await verdict(onBlockAt: end) { unsafe Registry.words[3] = 0 }
    }
    #expect(areFound(verdicts), "\(verdicts)")
    unsafe Registry.words[3] = 0
  }

  /// Whether an object of a type is found to be left behind, and held by nobody.
  private func isLeftBehind(_ type: String, since mark: HeapMark) throws -> Bool {
    let scope = LeftoverScope(modules: ["LeakCheckCaptureTests"])
    let objects = try captureLeftovers(since: mark, keeping: (), within: scope).graph.objects
    return objects.contains { $0.type == type && $0.expectation?.fate == .gone }
      && !objects.contains(where: \.isRoot)
  }

  @Test func `a stack's address of memory on a leaked object's cycle hides no leak`() throws {
    var isFound = false
    // Some other old word may name the memory as well: what is not found stays, so that the next one has other memory.
    for _ in 0..<10 where !isFound {
      let mark = try HeapMark()
      let leaked = leakChained()
      var copy = leaked.end
      isFound = try unsafe withUnsafeMutablePointer(to: &copy) { _ in
        try isLeftBehind("Chained", since: mark)
      }
      #expect(copy == leaked.end)
      if isFound { free(leaked.place) }
    }
    #expect(isFound)
  }

  @Test func `a frame's address of memory on a leaked object's cycle hides no leak`() async throws {
    var isFound = false
    for _ in 0..<10 where !isFound {
      let mark = try HeapMark()
      let leaked = leakChained()
      await Task.yield()
      isFound = try isLeftBehind("Chained", since: mark)
      await Task.yield()
      #expect(leaked.end != 0)
      if isFound { free(leaked.place) }
    }
    #expect(isFound)
  }

  /// Which of two words of this frame name the newer object at `place`: one from before it, and one written since.
  ///
  /// `nil` where malloc has given it other memory.
  private func namingWords(of place: MaskedAddress) throws -> [Bool]? {
    try unsafe withUnsafeTemporaryAllocation(of: UInt.self, capacity: 2) { words in
      unsafe words.initialize(repeating: 0)
      unsafe words[0] = place.plain
      let mark = try HeapMark()
      let leaked = leakChained().place
      defer { free(leaked) }
      guard leaked == place else { return nil }
      unsafe words[1] = place.plain
      let heap = try HeapCapture(since: mark)
      let node = heap.chunks.chunk(at: place.plain)
      let first = unsafe UInt(bitPattern: words.baseAddress)
      let naming = (0..<heap.roots.words.count).map { heap.roots.words[$0] }
        .filter { $0.node == node }.map(\.address)
      return [naming.contains(first), naming.contains(first + 8)]
    }
  }

  @Test func `a caller's word that is older than the object that it names is no root`() throws {
    var naming: [Bool]?
    for _ in 0..<100 where naming == nil { naming = try namingWords(of: placeOfGone()) }
    #expect(naming == [false, true])
  }

  /// The memory of something that leaked may name an object of long ago whose address a new one has.
  @Test func `an old word in leaked memory leaks nothing`() throws {
    let newcomer = Newcomer()
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(newcomer).toOpaque())
    weak var leaked: Leaker?
    func leak() {
      let leaker = Leaker()
      leaker.me = leaker
      unsafe leaker.buffer.initialize(repeating: 0, count: 64)
      unsafe leaker.buffer[5] = address
      leaked = leaker
    }
    leak()
    #expect(try HeapCapture().fate(ofObjectAt: address) == .held)
    #expect(newcomer.number == 7)
    unsafe leaked?.buffer.deallocate()
    leaked?.me = nil
  }

  /// An iterator's box has 57 bytes, for which malloc gives 72; a task's value 24 of 24.
  @Test func `what malloc gave too much for an object of Swift's is not read`() throws {
    let leaker = Leaker()
    leaker.me = leaker
    let boxed = AnyIterator(LongIterator())
    let box = unsafe unsafeBitCast(boxed, to: UnsafeMutablePointer<UInt>.self)
    let address = MaskedAddress(of: leaker)
    unsafe box[8] = address.plain
    let heap = try HeapCapture()
    let node = heap.chunks.chunk(at: UInt(bitPattern: box))
    #expect(try #require(heap.layout(of: node)).size == 57 && heap.byteCount(of: node) >= 72)
    var scan = heap.makeScan()
    heap.read(node, with: &scan)
    let found = scan.found
    #expect((0..<found.count).allSatisfy { found[$0].target != address.plain })
    unsafe box[8] = 0
    leaker.me = nil
    unsafe leaker.buffer.deallocate()
    #expect(boxed.next() == nil)
  }

  /// What a thread has run it keeps for the next time, with old words in it, and malloc gives some of it more memory
  /// than was asked for.
  @Test(arguments: [[64, 64], [80, 64], [64, 80]])
  func `the continuations that a thread keeps hold nothing`(sizes: [Int]) throws {
    let continuations = unsafe sizes.map {
      UnsafeMutablePointer<UInt>.allocate(capacity: $0 / 8)
    }
    // Between pages that cannot be read, so that it is nobody's data that comes before.
    let pages = unsafe mmap(nil, 3 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    let thread = unsafe try #require(pages) + 4096
    #expect(unsafe mprotect(thread, 4096, PROT_READ | PROT_WRITE) == 0)
    let memory = unsafe thread.assumingMemoryBound(to: UInt.self)
    for index in sizes.indices {
      let words = unsafe continuations[index]
      unsafe words.initialize(repeating: 0, count: 8)
      unsafe words[1] = UInt(sizes.count - index)
      unsafe words[2] = index + 1 < sizes.count ? UInt(bitPattern: continuations[index + 1]) : 0
    }
    unsafe memory[0] = UInt(getpid())
    unsafe memory[3] = UInt(bitPattern: continuations[0])
    let heap = try HeapCapture()
    for index in sizes.indices {
      let node = unsafe heap.chunks.chunk(at: UInt(bitPattern: continuations[index]))
      #expect(node >= 0 && heap.objects.layouts[Int(node)] == HeapObjects.ignored)
    }
    unsafe munmap(pages, 3 * 4096)
    for index in sizes.indices { unsafe continuations[index].deallocate() }
  }

  /// The last one, as what it leaves of the heap is not what the others found.
  @MainActor @Test
  func `a global variable that is older than the object that it names does not hide a leak`()
    async throws
  {
    let verdicts = try await verdicts {
      let place = placeOfGone()
      unsafe Registry.word = place.plain
      return try await verdict(onLeakAt: place) { unsafe Registry.word = 0 }
    }
    #expect(areFound(verdicts), "\(verdicts)")
    unsafe Registry.word = 0
  }
}
#endif
