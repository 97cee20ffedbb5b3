import Dispatch
import Foundation
import LeakCheckCapture
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

private final class Ticking {
  var me: Ticking?
  var number = 0
}

extension LiveProcess {
  @Test func `a kept moment and a written record tell the same objects from new ones`() throws {
    var random = SplitMix64(seed: 11)
    for round in 1...20 {
      var crowd = Crowd(count: 200, &random)
      let kept = try HeapMark()
      let record = try HeapMark(inWriting: true)
      crowd.change(&random)
      let heap = try HeapCapture()
      for address in crowd.addresses {
        let expected = try #require(record.news(ofObjectAt: address.plain, in: heap))
        let found = try #require(kept.news(ofObjectAt: address.plain, in: heap))
        #expect(found == expected, "round \(round)")
      }
    }
  }

  @Test func `a mark tells what was made, retained and left alone since`() throws {
    for inWriting in [false, true] {
      let old = Member(number: 1)
      let retained = Member(number: 2)
      weak let watched = old
      let mark = try HeapMark(inWriting: inWriting)
      let made = Member(number: 3)
      let again = [retained, retained]
      let heap = try HeapCapture()
      func news(_ member: Member) -> (isNew: Bool, hasChanged: Bool)? {
        mark.news(ofObjectAt: MaskedAddress(of: member).plain, in: heap)
      }
      #expect(try #require(news(old)) == (false, false))
      #expect(try #require(news(retained)) == (false, true))
      #expect(try #require(news(made)) == (true, true))
      withExtendedLifetime((old, again, made)) { #expect(watched?.number == 1) }
    }
  }

  /// A thread that is about to let go of something writes to it, so that the second look sees no garbage that was there.
  @Test func `what changes between two looks may be hidden`() throws {
    let hasEnded = DispatchSemaphore(value: 0)
    let mark = try HeapMark()
    let place = leakTicking()
    let thread = Thread {
      while !Thread.current.isCancelled { Self.tick(place) }
      hasEnded.signal()
    }
    thread.start()
    Thread.sleep(forTimeInterval: 0.01)
    let scope = LeftoverScope(modules: ["LeakCheckCaptureTests"])
    let changing = try captureLeftovers(since: mark, keeping: (), within: scope)
    #expect(changing.graph.objects.isEmpty && changing.mayBeHidden)
    thread.cancel()
    hasEnded.wait()
    let still = try captureLeftovers(since: mark, keeping: (), within: scope)
    #expect(still.graph.objects.contains { $0.type == "Ticking" })
    try unsafe #require(Self.ticking(at: place)).takeUnretainedValue().me = nil
  }

  private static func ticking(at place: MaskedAddress) -> Unmanaged<Ticking>? {
    unsafe UnsafeRawPointer(bitPattern: place.plain).map { unsafe Unmanaged.fromOpaque($0) }
  }

  /// Changes an object without retaining it.
  private static func tick(_ place: MaskedAddress) {
    unsafe ticking(at: place)?._withUnsafeGuaranteedRef { $0.number &+= 1 }
  }

  @inline(never) private func leakTicking() -> MaskedAddress {
    let ticking = Ticking()
    ticking.me = ticking
    return MaskedAddress(of: ticking)
  }

  @Test func `what a retain by hand alone seems to hold may be hidden`() throws {
    let mark = try HeapMark()
    var place = makeRetainedCycle()
    var before = try captureLeftovers(since: mark, keeping: (), within: LeftoverScope())
    // The stack of a thread that sleeps may name this memory still, so that more than a retain seems to hold the
    // object: then another is made while this one has its memory.
    var spares: [Member] = []
    while !before.mayBeHidden, spares.count < 10 {
      spares.append(try endRetainedCycle(at: place))
      place = makeRetainedCycle()
      before = try captureLeftovers(since: mark, keeping: (), within: LeftoverScope())
    }
    #expect(before.graph.objects.map(\.type) == [] && before.mayBeHidden)
    try unsafe member(at: place).release()
    let after = try captureLeftovers(since: mark, keeping: (), within: LeftoverScope())
    #expect(after.graph.objects.contains { $0.type == "Member" } && !after.mayBeHidden)
    try unsafe member(at: place).takeUnretainedValue().next = nil
  }

  @Test(arguments: [false, true])
  func `an object in the memory of one that has gone is new`(inWriting: Bool) throws {
    var before: Set<MaskedAddress> = []
    // Their memory is free when the mark is made. Malloc joins such large pieces and then does not write to
    // all of them, so that they still look like objects, but for their counts.
    do {
      let gone = (0..<200).map { _ in Large() }
      before = Set(gone.map { MaskedAddress(of: $0) })
    }
    let mark = try HeapMark(inWriting: inWriting)
    let made = (0..<200).map { _ in Large() }
    let heap = try HeapCapture()
    let places = made.map { MaskedAddress(of: $0) }
    #expect(places.contains { before.contains($0) }, "no memory was used again")
    #expect(places.allSatisfy { mark.news(ofObjectAt: $0.plain, in: heap)?.isNew == true })
  }

  @Test func `a task in the memory of one that has ended is new`() async throws {
    let stays = waitingTask()
    var old = (0..<64).map { _ in waitingTask() }
    let before = Set(old.map(address))
    let mark = try HeapMark()
    for task in old {
      task.cancel()
      await task.value
    }
    old = []
    var made: [Task<Void, Never>] = []
    // Another thread's malloc may give what is asked for first, on a busy machine for long.
    var isUsedAgain = false
    while made.count < 64 * 200, !isUsedAgain {
      let more = (0..<64).map { _ in waitingTask() }
      isUsedAgain = more.map(address).contains(where: before.contains)
      made += more
    }
    let heap = try HeapCapture()
    let again = made.map(address).filter(before.contains)
    #expect(!again.isEmpty, "no memory was used again")
    #expect(again.allSatisfy { mark.news(ofObjectAt: $0.plain, in: heap)?.isNew == true })
    #expect(mark.news(ofObjectAt: address(of: stays).plain, in: heap)?.isNew == false)
    for task in made + [stays] { task.cancel() }
  }

  private func waitingTask() -> Task<Void, Never> {
    Task { try? await Task.sleep(for: .seconds(1_000)) }
  }

  private func address(of task: Task<Void, Never>) -> MaskedAddress {
    // A task is a reference to the runtime's object.
    MaskedAddress(of: unsafe unsafeBitCast(task, to: AnyObject.self))
  }
}

/// The masked address of an object that retains itself and is retained once more.
@inline(never) private func makeRetainedCycle() -> UInt {
  let member = Member(number: 4)
  member.next = member
  return unsafe ~UInt(bitPattern: Unmanaged.passRetained(member).toOpaque())
}

private func member(at place: UInt) throws -> Unmanaged<Member> {
  unsafe Unmanaged.fromOpaque(try #require(unsafe UnsafeRawPointer(bitPattern: ~place)))
}

/// The object of such a cycle, which only the caller retains from then on.
@inline(never) private func endRetainedCycle(at place: UInt) throws -> Member {
  let member = try unsafe member(at: place).takeRetainedValue()
  member.next = nil
  return member
}

private typealias Eight = (Int, Int, Int, Int, Int, Int, Int, Int)
private typealias SixtyFour = (Eight, Eight, Eight, Eight, Eight, Eight, Eight, Eight)

/// An object too large for malloc's lists of small pieces.
private final class Large {
  private static let none: Eight = (0, 0, 0, 0, 0, 0, 0, 0)
  private static let many: SixtyFour = (none, none, none, none, none, none, none, none)
  let space = (many, many, many)
}

private final class Member {
  var number: Int
  var next: Member?
  var action: (() -> Int)?
  init(number: Int) { self.number = number }
}

/// Objects some of which have weak references, closures and several holders, and come and go.
private struct Crowd {
  private var members: [Member] = []
  private var watches: [() -> Member?] = []
  private var holders: [Member] = []

  init(count: Int, _ random: inout SplitMix64) {
    for number in 0..<count { add(number, &random) }
  }

  /// Where the objects are that are there now.
  var addresses: [MaskedAddress] { members.map { MaskedAddress(of: $0) } }

  mutating func change(_ random: inout SplitMix64) {
    for _ in 0..<members.count {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: members.remove(at: Int.random(in: 0..<members.count, using: &random))
      case 1: add(members.count, &random)
      case 2: members.randomElement(using: &random).map { holders.append($0) }
      default: break
      }
    }
  }

  private mutating func add(_ number: Int, _ random: inout SplitMix64) {
    let member = Member(number: number)
    members.append(member)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: watches.append { [weak member] in member }
    case 1: member.action = { [unowned member] in member.number }
    case 2: member.next = members.randomElement(using: &random)
    default: holders.append(member)
    }
  }
}
