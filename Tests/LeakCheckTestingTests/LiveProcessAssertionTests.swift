import Foundation
import LeakCheckTesting
import Testing

#if os(Linux)
private let isReadable = true
#else
private let isReadable = false
#endif

/// The assertions on real objects: what they print is what a user reads.
///
/// One after the other, since each looks at the whole heap.
@Suite(.serialized, .enabled(if: isReadable, "live objects are read on Linux"))
struct LiveProcessAssertionTests {
  @Test func `an object that the test holds is told how to hand it over`() {
    let held = LargeScreen()
    let messages = failures { expectDeallocated(held) }
    held.count += 1
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix(Self.heldByTest) == true)
    #expect(messages.first?.contains("expectDeallocated(consume object)") == true)
  }

  /// The frames of a task that runs are a stack: what memory of C has that they name may be old.
  ///
  /// Memory of C that a global variable names may have an old word of the object's memory as well, and then that is
  /// told. So it is asked of several objects, each in memory of its own and named by memory of its own.
  @Test func `an object of which a test's memory has old words is held by a local variable`() async
  {
    var memories: [UnsafeMutablePointer<UInt>] = []
    var screens: [LargeScreen] = []
    var messages: [String] = []
    repeat {
      let held = LargeScreen()
      let memory = UnsafeMutablePointer<UInt>.allocate(capacity: 50)
      unsafe memory.initialize(repeating: 0, count: 50)
      unsafe memories.append(memory)
      for place in 5...6 {
        unsafe memory[place] = UInt(bitPattern: Unmanaged.passUnretained(held).toOpaque())
      }
      await Task.yield()
      messages += failures { expectDeallocated(held) }
      screens.append(held)
    } while messages.last?.hasPrefix(Self.heldByTest) == false && screens.count < 10
    for memory in unsafe memories { unsafe memory.deallocate() }
    #expect(messages.count == screens.count)
    #expect(messages.last?.hasPrefix(Self.heldByTest) == true, "\(messages)")
  }

  /// What a test that waits has in its frames is its own, though words of them may be old.
  @Test func `an object that a waiting test holds is held by a local variable`() async {
    let held = LargeScreen()
    let word = unsafe UInt(bitPattern: Unmanaged.passUnretained(held).toOpaque())
    var words = (word, word, word)
    unsafe LargeScreen.shown = held
    let messages = await Task {
      unsafe LargeScreen.shown.map { screen in failures { expectDeallocated(screen) } } ?? []
    }.value
    held.count += 1
    words.0 &+= words.1 &+ words.2
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix(Self.heldByTest) == true, "\(messages)")
  }

  private static let heldByTest = "LargeScreen was not deallocated: held by a local variable"

  @Test func `a stored closure that captures self fails with path, cut and files`() throws {
    let messages = failures {
      expectDeallocated {
        let screen = LiveScreen()
        screen.viewDidLoad()
        return screen
      }
    }
    let message = try #require(messages.first)
    #expect(
      message.hasPrefix(
        """
        LiveScreen was not deallocated: retain cycle
          LiveScreen.onUpdate → {closure #1 in LiveScreen.viewDidLoad()} → self
        """))
    #expect(message.contains("fix  capture [weak self] in closure #1 in LiveScreen.viewDidLoad()"))
    #expect(message.contains("\ngraph: /"))
  }

  @Test func `a body that leaves a cycle behind fails, and one that leaves nothing passes`() {
    let messages = failures {
      expectNoLeaks {
        let screen = LiveScreen()
        screen.viewDidLoad()
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("LiveScreen.onUpdate → {closure #1 in") == true)
    expectNoLeaks {
      let screen = LiveScreen()
      screen.viewDidLoadWeakly()
    }
  }

  @Test func `a closure that captures self weakly passes`() {
    expectDeallocated {
      let screen = LiveScreen()
      screen.viewDidLoadWeakly()
      return screen
    }
  }

  @Test func `an object that a queue lets go of later passes`() {
    expectDeallocated {
      let screen = LiveScreen()
      DispatchQueue.global().async { screen.count += 1 }
      return screen
    }
  }
}

// Only one test at a time touches these, hence `@unchecked Sendable`.
private final class LiveScreen: @unchecked Sendable {
  var onUpdate: (() -> Void)?
  var count = 0

  @inline(never) func viewDidLoad() { onUpdate = { self.count += 1 } }
  @inline(never) func viewDidLoadWeakly() { onUpdate = { [weak self] in self?.count += 1 } }
}

/// An object of a size that no other has, so that no word which a task's frame has left over names its place.
private final class LargeScreen {
  nonisolated(unsafe) static weak var shown: LargeScreen?
  private typealias Eight = (Int, Int, Int, Int, Int, Int, Int, Int)
  private typealias SixtyFour = (Eight, Eight, Eight, Eight, Eight, Eight, Eight, Eight)
  private static let none: Eight = (0, 0, 0, 0, 0, 0, 0, 0)
  private static let many: SixtyFour = (none, none, none, none, none, none, none, none)
  private let space = (many, many, many, many, many, many, many, many)
  var count = 0
}
