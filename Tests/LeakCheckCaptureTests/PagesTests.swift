#if os(Linux) && canImport(Glibc)
import Foundation
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckCapture

extension LiveProcess {
  @Test func `memory that a capture is done with is zero again`() {
    // So odd a size that no other test asks for it.
    let size = 7_777_777
    var places: Set<UInt> = []
    for round in 0..<4 {
      let pages = Pages()
      let list = PageArray<UInt>(in: pages, reserving: size / 8)
      places.insert(UInt(bitPattern: unsafe list.base))
      let isZero = (0..<size / 8).allSatisfy { unsafe list.base[$0] == 0 }
      #expect(isZero, "round \(round)")
      var filled = list
      for number in 0..<round * 100_000 { filled.append(UInt(number) | 1) }
      filled.settle()
    }
    #expect(places.count < 4, "no memory was used again")
  }

  @Test func `a capture has none of its own memory`() throws {
    let pages = Pages()
    let list = PageArray<UInt>(in: pages, count: 1 << 20)
    list[0] = 1
    let own = UInt(bitPattern: unsafe list.base)
    let running = try ProcessMemory(of: getpid(), pages: pages).map()
    #expect(!running.regions.contains { $0.start <= own && own < $0.end })
    guard let process = FrozenProcess(pages: pages) else { return }
    let frozen = try process.map()
    #expect(!frozen.regions.contains { $0.start <= own && own < $0.end })
  }

  /// In a child, so that the limit is that one's alone.
  @Test func `a capture that has room when it begins has it to its end`() throws {
    let symbol = try unsafe #require(unsafe dlsym(nil, "fork"))
    let fork = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
    let child = fork()
    if child == 0 {
      alarm(20)
      let pages = Pages()
      guard pages.reserve(forCopyOf: 64 << 20, written: 8 << 20) else { _exit(1) }
      // Nothing more can be mapped than is mapped now.
      guard let used = mappedBytes() else { _exit(2) }
      var limit = rlimit(rlim_cur: used, rlim_max: used)
      unsafe setrlimit(__rlimit_resource_t(9), &limit)
      for _ in 0..<16 { PageArray<UInt>(in: pages, count: 1 << 20)[0] = 1 }
      _exit(0)
    }
    var status: Int32 = 0
    unsafe waitpid(child, &status, 0)
    #expect(status == 0)
  }

  /// In a child, so that the limit is that one's alone.
  @Test func `a capture whose room ends refuses, and frees what it has`() throws {
    let symbol = try unsafe #require(unsafe dlsym(nil, "fork"))
    let fork = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
    let child = fork()
    if child == 0 {
      alarm(20)
      // What the allocator will have left for it.
      var spare = (0..<128).map { [UInt8](repeating: 1, count: (64 << 10) + $0) }
      let behind = [UInt8](repeating: 1, count: 64)
      spare = []
      do {
        let pages = Pages()
        guard (try? pages.check(roomFor: 6 << 20)) != nil else { _exit(1) }
        guard let used = mappedBytes() else { _exit(2) }
        var limit = rlimit(rlim_cur: used, rlim_max: used)
        unsafe setrlimit(__rlimit_resource_t(9), &limit)
        // The first one has the room that was kept, the second one has none.
        for _ in 0..<2 { PageArray<UInt8>(in: pages, count: 4 << 20)[(4 << 20) - 1] = 1 }
        if (try? pages.check()) != nil { _exit(3) }
      }
      if (try? Pages().check(roomFor: 1 << 30)) != nil { _exit(4) }
      _exit(spare.isEmpty && behind.count == 64 ? 0 : 5)
    }
    var status: Int32 = -1
    unsafe waitpid(child, &status, 0)
    #expect(status == 0)
  }

  /// The bytes of this process's address space that are mapped, or `nil` where the system does not say.
  private func mappedBytes() -> UInt? {
    let text = contents(of: "/proc/self/statm", in: Pages())
    var pages: UInt = 0
    for index in 0..<text.count {
      guard text[index] >= 0x30, text[index] <= 0x39 else { break }
      pages = pages * 10 + UInt(text[index] - 0x30)
    }
    return pages > 0 ? pages * 4096 : nil
  }

  /// Without the parent's pages, which a fork leaves out, the child would write where nothing is.
  @Test func `a forked child takes pages of its own`() throws {
    let held = Pages()
    let kept = PageArray<UInt>(in: held, count: 60_000)
    kept[0] = 1
    for count in [100_000, 200_000] {
      let pages = Pages()
      let list = PageArray<UInt>(in: pages, count: count)
      list[count - 1] = 1
    }
    // Swift has no name for it, since little is safe behind it; pages are, and the end is bounded.
    let symbol = try unsafe #require(unsafe dlsym(nil, "fork"))
    let fork = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
    let child = fork()
    if child == 0 {
      alarm(20)
      for count in [200_000, 100_000, 60_000] {
        let pages = Pages()
        let list = PageArray<UInt>(in: pages, count: count)
        for index in 0..<count { list[index] = 1 }
      }
      _exit(0)
    }
    var status: Int32 = -1
    unsafe waitpid(child, &status, 0)
    #expect(status == 0)
    #expect(kept[0] == 1)
  }

  @Test func `what was there is asked for many objects at once`() throws {
    let count = 50_000
    let members = (0..<count).map { Resident(number: $0) }
    let mark = try HeapMark()
    let before = try Self.readCalls()
    let leaks = try captureLeftovers(since: mark, keeping: members, within: LeftoverScope())
    #expect(leaks.graph.objects.isEmpty)
    // Threads' states, maps and blocks of memory are read too, by other tests as well.
    #expect(try Self.readCalls() - before < count / 4)
    withExtendedLifetime(members) {}
  }

  /// How often this process has asked the system to read something.
  private static func readCalls() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/io", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("syscr:") })
    return try #require(Int(line.dropFirst(6).trimmingCharacters(in: .whitespaces)))
  }
}

private final class Resident {
  let number: Int
  init(number: Int) { self.number = number }
}

@Suite struct LinkNamesTests {
  @Test func `elements, properties and other names have numbers of their own`() throws {
    var names = LinkNames(of: TypeTable())
    let third = try #require(names.number(ofElement: 3))
    let million = try #require(names.number(ofElement: 1_000_000))
    let other = names.number(of: "list[3].owner")
    let texts = [third, million, other, 0].map { names[$0] }
    #expect(texts == ["[3]", "[1000000]", "list[3].owner", ""])
    #expect([other, 0].allSatisfy { LinkNames.element(of: $0) == nil })
    // An array of more elements than numbers has names that are kept.
    #expect(names.number(ofElement: .max) == nil)
  }

  @Test func `the texts of names are known by number`() {
    var texts = PlainNames()
    for number: Int32 in [0, 7, -1, -900] { #expect(texts[number] == nil) }
    texts[7] = 70
    texts[-900] = 0
    texts[0] = 3
    #expect(texts[7] == 70 && texts[-900] == 0 && texts[0] == 3)
    #expect(texts[-1] == nil && texts[-899] == nil && texts[8] == nil)
  }
}
#endif
