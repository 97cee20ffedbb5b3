import Foundation
import LeakCheckTesting
import Testing

/// A failing assertion where only `leaks` can look into the process.
@Suite struct AppleLeaksTests {
  /// The message of an assertion on an object that is kept, where `leaks` prints what `recording` has.
  private func message(_ recording: (AnyObject) -> (any LeaksTool)?) throws -> String {
    let keeper = ProfileVC()
    var object: ProfileVC? = keeper
    let messages = withExtendedLifetime(keeper) {
      refusing {
        AppleLeaks.$tool.withValue(recording(keeper)) { failures { expectDeallocated(&object) } }
      }
    }
    try #require(messages.count == 1)
    return messages[0]
  }

  @Test func `a leaked cycle is told with path and cut`() throws {
    let message = try message { LeaksRecording(of: $0, trees: LeaksRecording.cycle) }
    #expect(message.hasPrefix("ProfileVC was not deallocated: retain cycle\n"))
    #expect(message.contains("ProfileVC.onUpdate → "))
    #expect(message.contains("should be deallocated"))
    #expect(message.contains("\n  fix  capture [weak self] in "))
    #expect(message.contains("\ngraph: "))
    // What else the process leaks is not this object's.
    #expect(message.contains("leak 1 of 1") && !message.contains("HomeViewModel"))
    #expect(!message.contains("NSXPCConnection"))
  }

  @Test func `what a leaked object holds is told with the leak`() throws {
    let trees = """
      Process 1: 2 leaks for 96 total leaked bytes.
          2 (96 bytes) ROOT LEAK: <Shop.Store 0x600000001000> [48]
             1 (48 bytes) __strong screen --> <Shop.ProfileVC OBJECT> [48]

      """
    let message = try message { LeaksRecording(of: $0, trees: trees) }
    #expect(message.contains("◆ Shop.Store") && message.contains("also keeps Shop.ProfileVC"))
    #expect(!message.contains("no path can be shown"))
  }

  @Test func `an object that something holds is traced to the root`() throws {
    let message = try message {
      LeaksRecording(of: $0, trees: LeaksRecording.clean, trace: LeaksRecording.trace)
    }
    #expect(
      message.hasPrefix(
        """
        ProfileVC was not deallocated: held by static Shop.Bus.shared
          static Shop.Bus.shared → Shop.Bus.screen → Shop.ProfileVC

        """))
    #expect(message.contains("fix  declare `weak var screen` in Shop.Bus"))
    // A weak reference holds nothing.
    #expect(message.contains("leak 1 of 1") && !message.contains("Router"))
  }

  @Test func `leaks of others do not hide who holds the object`() throws {
    let message = try message {
      LeaksRecording(
        of: $0, trees: LeaksRecording.cycle.replacing("OBJECT", with: "0x600000009990"),
        trace: LeaksRecording.trace)
    }
    #expect(message.contains("static Shop.Bus.shared") && !message.contains("onUpdate"))
  }

  @Test(arguments: [
    "there is no /usr/bin/leaks here",
    "/usr/bin/leaks did not answer within 60 seconds",
    "/usr/bin/leaks failed: leaks: task_for_pid(3200) returned 5",
  ])
  func `a refusal is told below today's message`(reason: String) throws {
    let message = try message { _ in RefusingLeaks(reason: reason) }
    #expect(
      message.hasPrefix("ProfileVC was not deallocated: alive, but no path can be shown\n"))
    #expect(message.contains("why  this build cannot read live objects"))
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("leaks was asked for the path: \(reason)"))
  }

  @Test(arguments: [
    ("", "its text cannot be read"), ("Killed: 9\n", "its text cannot be read"),
    (
      "Process 3200 is not debuggable. Due to security restrictions, leaks can only show some.\n",
      "is not debuggable"
    ),
    (LeaksRecording.clean, "no recording of --traceTree"),
  ])
  func `a text without the object is a refusal`(text: String, reason: String) throws {
    let message = try message { LeaksRecording(of: $0, trees: text) }
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("alive, but no path can be shown"))
    #expect(words.contains(reason))
  }

  @Test func `a trace that nobody stands in is a refusal`() throws {
    let alone = "Found 0 roots referencing: <Shop.ProfileVC OBJECT> [48]\n"
    let message = try message {
      LeaksRecording(of: $0, trees: LeaksRecording.clean, trace: alone)
    }
    #expect(message.contains("no path can be shown"))
  }

  @Test func `a text cut off in the middle is used as far as it goes, and said`() throws {
    let whole = LeaksRecording.cycle
    let cut = try #require(whole.range(of: "      2 (96 bytes) ROOT CYCLE: <NSXPC"))
    let message = try message {
      LeaksRecording(of: $0, trees: String(whole[..<cut.lowerBound]))
    }
    #expect(message.contains("retain cycle") && message.contains("onUpdate"))
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("what leaks printed is incomplete: states 6 leaks, 3 are here"))
  }

  @Test func `a text cut off anywhere gives a message`() throws {
    let length = LeaksRecording.cycle.utf8.count
    for end in stride(from: 0, to: length, by: 151) {
      let text = String(decoding: LeaksRecording.cycle.utf8.prefix(end), as: UTF8.self)
      let message = try message { LeaksRecording(of: $0, trees: text) }
      #expect(message.hasPrefix("ProfileVC was not deallocated: "), "cut at \(end)")
    }
  }

  @Test func `names in the text are inert`() throws {
    let trees = LeaksRecording.cycle.replacing("onUpdate", with: "on\u{1b}[31mUpdate\u{202e}")
    let message = try message { LeaksRecording(of: $0, trees: trees) }
    #expect(!message.contains("\u{1b}") && !message.contains("\u{202e}"))
  }

  @Test func `where a system has no leaks, nothing is said of it`() throws {
    let message = try message { _ in nil }
    #expect(message.contains("no path can be shown") && !message.contains("leaks was asked"))
  }

  /// The messages of `expectNoRetainCycles` on an object, where `leaks` prints what `recording` has.
  private func cycleMessages(_ recording: (AnyObject) -> (any LeaksTool)?) -> [String] {
    let object = ProfileVC()
    return withExtendedLifetime(object) {
      refusing {
        AppleLeaks.$tool.withValue(recording(object)) {
          failures { expectNoRetainCycles(in: object) }
        }
      }
    }
  }

  private static let cycleTrace = """
    Found 1 roots referencing: <Shop.ProfileVC OBJECT> [48]

        3 <Shop.ProfileVC OBJECT> [48]
          1 <Shop.Bus 0x600000007780> [64]    +56: __strong screen 0x6000000077b8
          + 1 Region Shop __DATA __data: 'static Shop.Bus.shared' 0x102aed1c8 --> offset 5176
          1 <Swift closure context 0x600000002660> [48]    +16: __strong self 0x600000002670
            1 <Shop.ProfileVC OBJECT> [48]    +32: __strong onUpdate 0x600000002690

    """

  @Test func `an object in use is asked about: a cycle that holds it is told with its cut`() throws
  {
    let messages = cycleMessages {
      LeaksRecording(of: $0, trees: LeaksRecording.clean, trace: Self.cycleTrace)
    }
    let message = try #require(messages.first)
    #expect(messages.count == 1)
    #expect(
      message.hasPrefix("Shop.ProfileVC retains itself: retain cycle, still reachable\n"),
      "\(message)")
    #expect(message.contains("onUpdate") && message.contains("\n  fix  capture [weak self] in "))
  }

  @Test func `an object that is held, but not by itself, retains itself nowhere`() {
    let messages = cycleMessages {
      LeaksRecording(of: $0, trees: LeaksRecording.clean, trace: LeaksRecording.trace)
    }
    #expect(messages == [])
  }

  @Test func `where leaks does not know the object, nothing was checked, and why`() throws {
    let alone = "Found 0 roots referencing: <Shop.ProfileVC OBJECT> [48]\n"
    for (recording, reason) in [
      (
        { LeaksRecording(of: $0, trees: LeaksRecording.clean, trace: alone) },
        "leaks was asked instead: it"
      ),
      (
        { LeaksRecording(of: $0, trees: LeaksRecording.clean) },
        "leaks was asked instead: no recording of --traceTree"
      ),
      ({ _ in RefusingLeaks(reason: "it is not here") }, "leaks was asked instead: it is not here"),
    ] as [((AnyObject) -> any LeaksTool, String)] {
      let message = try #require(cycleMessages(recording).first)
      #expect(message.hasPrefix("nothing was checked: live objects cannot be read\n"))
      let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains(reason), "\(message)")
    }
    let silent = try #require(cycleMessages { _ in nil }.first)
    #expect(silent.hasPrefix("nothing was checked") && !silent.contains("leaks was asked"))
  }
}
