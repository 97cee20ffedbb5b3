import Foundation
import LeakCheckCapture
import LeakCheckLocks
import LeakCheckTesting
import Testing

/// `expectNoLeaks` where only `leaks` can look into the process: what it prints before the body, and after it.
@Suite struct LeaksLeftoverTests {
  /// A `leaks` that prints one text after the other, and says no where there is none.
  private final class Sequence: LeaksTool {
    private let texts: Mutex<[String?]>
    private let asked = Mutex(0)

    init(_ texts: [String?]) { self.texts = Mutex(texts) }

    var count: Int { asked.withLock { $0 } }

    func text(_ options: [String]) throws(LeaksRefusal) -> [UInt8] {
      asked.withLock { $0 += 1 }
      let text = texts.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard options.isEmpty, let text else { throw LeaksRefusal("no recording of \(options)") }
      return Array(text.utf8)
    }
  }

  private static let clean = LeaksRecording.clean
  /// Two leaks of the app and one of a framework, at addresses of nobody.
  private static let cycle = LeaksRecording.cycle.replacing("OBJECT", with: "0x600000009990")
  /// The same, and one more.
  private static let more = """
    Process 3200: 8 leaks for 384 total leaked bytes.

        8 (384 bytes) << TOTAL >>

          3 (144 bytes) ROOT CYCLE: <Shop.ProfileVC 0x600000009990> [48]
             2 (96 bytes) __strong onUpdate + 8 --> ROOT CYCLE: <Swift closure context 0x600000002660> [48]
                __strong self --> CYCLE BACK TO <Shop.ProfileVC 0x600000009990> [48]
                1 (48 bytes) title --> <Shop.Title 0x600000002700> [48]

          2 (96 bytes) ROOT CYCLE: <NSXPCConnection 0x600000005000> [48]
             1 (48 bytes) ROOT CYCLE: <OS_xpc_connection 0x600000005100> [48]
                CYCLE BACK TO <NSXPCConnection 0x600000005000> [48]

          2 (96 bytes) ROOT CYCLE: <Shop.CartVC 0x600000003330> [48]
             1 (48 bytes) __strong onPay + 8 --> ROOT CYCLE: <Swift closure context 0x600000003360> [48]
                __strong self --> CYCLE BACK TO <Shop.CartVC 0x600000003330> [48]

          1 (48 bytes) ROOT LEAK: <Shop.HomeViewModel 0x600000006940> [48]

    """

  private func messages(
    _ tool: any LeaksTool, allowing allowed: [AllowedLeak] = [], _ body: () -> Void = {}
  ) -> [String] {
    refusing {
      AppleLeaks.$tool.withValue(tool) { failures { expectNoLeaks(allowing: allowed, body) } }
    }
  }

  @Test func `nothing new is nothing left behind`() {
    for texts in [[Self.clean, Self.clean], [Self.cycle, Self.cycle], [Self.cycle, Self.clean]] {
      let tool = Sequence(texts)
      #expect(messages(tool) == [])
      #expect(tool.count == 2)
    }
  }

  @Test func `what is leaked after the body and not before is told with path and cut`() throws {
    let messages = messages(Sequence([Self.cycle, Self.more]))
    let message = try #require(messages.first)
    #expect(messages.count == 1)
    #expect(message.hasPrefix("Shop.CartVC was left behind: retain cycle\n"), "\(message)")
    #expect(message.contains("onPay") && message.contains("\n  fix  capture [weak self] in "))
    #expect(message.contains("leak 1 of 1"))
    #expect(!message.contains("ProfileVC") && !message.contains("HomeViewModel"))
  }

  @Test func `what a framework leaks is not the program's`() throws {
    let message = try #require(messages(Sequence([Self.clean, Self.cycle])).first)
    #expect(message.contains("ProfileVC") && message.contains("HomeViewModel"))
    #expect(!message.contains("NSXPCConnection"))
    let frameworks = """
      Process 3200: 3 leaks for 112 total leaked bytes.
          2 (96 bytes) ROOT CYCLE: <NSXPCConnection 0x600000005000> [48]
             1 (48 bytes) ROOT CYCLE: <OS_xpc_connection 0x600000005100> [48]
                CYCLE BACK TO <NSXPCConnection 0x600000005000> [48]
          1 (16 bytes) ROOT LEAK: 0x600000007770 [16]

      """
    #expect(messages(Sequence([Self.clean, frameworks])) == [])
  }

  @Test func `a lone object is left behind as well`() throws {
    let lone = """
      Process 3200: 1 leak for 48 total leaked bytes.
          1 (48 bytes) ROOT LEAK: <Shop.HomeViewModel 0x600000006940> [48]

      """
    let message = try #require(messages(Sequence([Self.clean, lone])).first)
    #expect(message.hasPrefix("Shop.HomeViewModel was left behind: over-retained\n"), "\(message)")
  }

  @Test func `what may leak is allowed`() {
    let allowed = [AllowedLeak.cycle("CartVC", because: "the payment library's own")]
    #expect(messages(Sequence([Self.cycle, Self.more]), allowing: allowed) == [])
  }

  @Test(
    arguments: [
      ([nil], "leaks was asked instead: no recording of []"),
      ([""], "leaks was asked instead: its text cannot be read"),
      ([Self.cutOff], "leaks was asked instead: what leaks printed is incomplete: states 6 leaks"),
      ([Self.clean, nil], "leaks was asked instead: no recording of []"),
      ([Self.clean, "Killed: 9\n"], "leaks was asked instead: its text cannot be read"),
    ] as [([String?], String)])
  func `a refusal before or after says that nothing was checked, and why`(
    texts: [String?], reason: String
  ) throws {
    let messages = messages(Sequence(texts))
    let message = try #require(messages.first)
    #expect(messages.count == 1)
    #expect(message.hasPrefix("nothing was checked: live objects cannot be read\n"), "\(message)")
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(reason), "\(message)")
  }

  /// Cut off, so that what is missing would be taken for new.
  private static let cutOff = Self.cycle.components(
    separatedBy: "      2 (96 bytes) ROOT CYCLE: <NSXPC")[0]

  @Test func `what was complete before and is cut off after is judged as far as it goes`() throws {
    let cut = try #require(Self.more.range(of: "      1 (48 bytes) ROOT LEAK: <Shop.Home"))
    let text = String(Self.more[..<cut.lowerBound])
    let message = try #require(messages(Sequence([Self.cycle, text])).first)
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Shop.CartVC was left behind: retain cycle"))
    #expect(words.contains("what leaks printed is incomplete: states 8 leaks, 7 are here"))
  }

  @Test func `a body that awaits is judged alike`() async throws {
    let tool = Sequence([Self.cycle, Self.more])
    let error = CaptureError(.unsupportedSystem, "this build cannot read live objects")
    let messages = await MadeUpCapture.$current.withValue(MadeUpCapture(refusing: error)) {
      await AppleLeaks.$tool.withValue(tool) {
        await failures { await expectNoLeaks { await Task.yield() } }
      }
    }
    #expect(messages.count == 1 && messages[0].hasPrefix("Shop.CartVC was left behind"))
  }

  /// The messages of `expectLeakCheckWorks` where `leaks` prints one text after the other.
  private func provingMessages(_ texts: [String?]) async -> [String] {
    let error = CaptureError(.unsupportedSystem, "this build cannot read live objects")
    return await MadeUpCapture.$current.withValue(MadeUpCapture(refusing: error)) {
      await AppleLeaks.$tool.withValue(Sequence(texts)) {
        await failures { await expectLeakCheckWorks() }
      }
    }
  }

  private static let planted = """
    Process 3200: 1 leak for 32 total leaked bytes.
        1 (32 bytes) ROOT CYCLE: <LeakCheckTesting.PlantedInCycle 0x600000001230> [32]
           __strong next --> CYCLE BACK TO <LeakCheckTesting.PlantedInCycle 0x600000001230> [32]

    """

  @Test func `leaks works where it finds a planted cycle`() async throws {
    #expect(await provingMessages([Self.clean, Self.planted]) == [])
    for blind in [Self.clean, Self.cycle] {
      let message = try #require(await provingMessages([Self.clean, blind]).first)
      #expect(message.contains("leaks does not see a retain cycle that nothing reaches"))
    }
    for texts in [[nil], [Self.clean, nil]] as [[String?]] {
      let message = try #require(await provingMessages(texts).first)
      #expect(message.hasPrefix("nothing was checked: live objects cannot be read\n"))
      let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("leaks was asked instead: no recording of []"))
    }
  }

  @Test func `the program is run, with a script in its place`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("leakcheck-leaks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("leaks").path
    try Data(Self.clean.utf8).write(to: folder.appendingPathComponent("text"))
    try Data("#!/bin/sh\ncat '\(folder.path)/text'\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let messages = messages(LeaksProgram(path: path)) {
      try? Data(Self.cycle.utf8).write(to: folder.appendingPathComponent("text"))
    }
    #expect(messages.count == 1 && messages[0].contains("ProfileVC"), "\(messages)")
  }
}
