import Foundation
import LeakCheckTestSupport
import Testing

/// The tests of Examples/AssertionsDemo, run as its reader would: the mended ones pass, the leaking ones say why not.
@Suite(.enabled(if: Rounds.isAll, "LEAKCHECK_TESTS=all builds the demo, which takes minutes"))
struct AssertionsDemoTests {
  @Test func `the run fails, as its leaking tests do`() async throws {
    let run = try await DemoRun.shared()
    #expect(run.status == 1, "\(run.text.suffix(4_000))")
    #expect(run.text.contains("Executed 4 tests, with 2 failures (0 unexpected)"))
    let summary = run.text.split(separator: "\n").last { $0.contains("Test run with") } ?? ""
    #expect(summary.contains("Test run with 24 tests in 4 suites failed"))
    #expect(summary.hasSuffix("with 12 issues."))
  }

  @Test(arguments: DemoLeak.all)
  func `a leaking test fails with path and fix`(leak: DemoLeak) async throws {
    let run = try await DemoRun.shared()
    let message = try #require(run.message(of: leak.test), "\(leak.test) did not fail")
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first?.hasPrefix(leak.summary) == true, "\(message)")
    let paths = lines.dropFirst().prefix(leak.mayLookHeld ? 2 : 1)
    #expect(paths.contains { $0.contains(leak.path) }, "\(message)")
    let fixes = (leak.mayLookHeld ? ["fix", "and"] : ["fix"]).map {
      DemoRun.paragraph($0, in: message)
    }
    #expect(fixes.contains { $0.hasPrefix(leak.fix) }, "\(message)")
    #expect(message.contains("leak 1 of "), "\(message)")
    #expect(message.contains("\ngraph: \(DemoRun.artifacts.path)/leakcheck-"), "\(message)")
  }

  @Test func `a closure is shown with its line`() async throws {
    let message = try await DemoRun.shared().message(of: "1 a stored closure captures self")
    let line = message?.split(separator: "\n").first { $0.contains("01-StoredClosure.swift:11") }
    #expect(line?.contains("closure #1 in ProfileScreen.load()") == true)
  }

  @Test(arguments: DemoLeak.mended)
  func `a mended test passes`(test: String) async throws {
    #expect(try await DemoRun.shared().passed(test))
  }
}

/// A leaking test of the demo, and what it must say.
struct DemoLeak: Sendable, CustomTestStringConvertible {
  var test: String
  var summary: String
  /// The part of the path in the app's own code: what is before it may be the memory of a library.
  var path: String
  /// How the paragraph begins that says what to change.
  var fix: String
  /// Whether an old word of a stack may name the task on its cycle: then that is told before the cycle.
  var mayLookHeld = false

  var testDescription: String { test }

  static let all: [DemoLeak] = [
    DemoLeak(
      test: "1 a stored closure captures self",
      summary: "ProfileScreen was not deallocated: retain cycle",
      path: "  ProfileScreen.onUpdate → {closure #1 in ProfileScreen.load()} → self",
      fix: "capture [weak self] in closure #1 in ProfileScreen.load()"),
    DemoLeak(
      test: "2 a strong delegate",
      summary: "GalleryScreen was not deallocated: retain cycle",
      path: "  GalleryScreen.loader → PictureLoader.delegate → GalleryScreen",
      fix: "declare `weak var delegate` in PictureLoader"),
    DemoLeak(
      test: "3 a child keeps its parent",
      summary: "Folder was not deallocated: retain cycle",
      path: " → Note.folder → Folder",
      fix: "declare `weak var folder` in Note"),
    DemoLeak(
      test: "4 a repeating timer",
      summary: "ClockScreen was not deallocated: held by ",
      path: "Timer._fire → {closure #1 in ClockScreen.start()} → self (ClockScreen)",
      fix: "capture [weak self] in closure #1 in ClockScreen.start()"),
    DemoLeak(
      test: "5 a notification block",
      summary: "ThemeScreen was not deallocated: held by ",
      path: " → {closure #1 in ThemeScreen.appear()} → self (ThemeScreen)",
      fix: "capture [weak self] in closure #1 in ThemeScreen.appear()"),
    DemoLeak(
      test: "6 a task that loops for ever",
      summary: "ChatScreen was not deallocated: ",
      path: " → {closure #1 in ChatScreen.listen()} → self",
      fix: "capture [weak self] in closure #1 in ChatScreen.listen()"),
    DemoLeak(
      test: "7 a continuation that never resumes",
      summary: "RenameSheet was not deallocated: ",
      path: "RenameSheet.answer → CheckedContinuationCanary.continuation → Task",
      fix: "resume the continuation exactly once on every path", mayLookHeld: true),
    DemoLeak(
      test: "8 a handler of a singleton",
      summary: "SearchScreen was not deallocated: held by ",
      path: " → {closure #1 in SearchScreen.appear()} → self (SearchScreen)",
      fix: "capture [weak self] in closure #1 in SearchScreen.appear()"),
    DemoLeak(
      test: "9 weak outside and strong inside",
      summary: "FeedScreen was not deallocated: retain cycle",
      path: "  FeedScreen.onRetry → {closure #1 in closure #1 in FeedScreen.load()} → self",
      fix: "capture [weak self] in closure #1 in closure #1 in FeedScreen.load()"),
    DemoLeak(
      test: "10 a lazy closure",
      summary: "InvoiceForm was not deallocated: retain cycle",
      path: "  InvoiceForm.format → {closure #1 in InvoiceForm.format.getter} → self",
      fix: "capture [weak self] in closure #1 in InvoiceForm.format.getter"),
    DemoLeak(
      test: "11 a cache that never evicts",
      summary: "Thumbnail was left behind: held by ",
      path: "thumbnails[\"Shopping\"] → Thumbnail",
      fix: "remove Thumbnail from "),
    DemoLeak(
      test: "12 a subscription that captures self",
      summary: "",
      path: " → Subscription<Int>.receive → {closure #1 in CartScreen.init(following:)} → self",
      fix: "capture [weak self] in closure #1 in CartScreen.init(following:)"),
    DemoLeak(
      test: "LeakingXCTests.testABoundMethodAsAClosure",
      summary: "SettingsScreen was not deallocated: retain cycle",
      path: " → Button.onTap → {implicit closure #2 in SettingsScreen.init()} → self",
      fix: "replace the method that SettingsScreen.init() hands over by a closure"),
    DemoLeak(
      test: "LeakingTrackedXCTests.testAddingANote",
      summary: "Folder (folder) was not deallocated: retain cycle",
      path: " → Note.folder → Folder",
      fix: "declare `weak var folder` in Note"),
  ]

  static let mended = [
    "1 a stored closure captures self weakly", "2 a weak delegate",
    "3 a child does not keep its parent", "4 a repeating timer that ends",
    "5 a notification block that is removed", "6 a task that ends with its stream",
    "7 a continuation that resumes", "8 a handler that is taken away",
    "9 weak outside and weak inside", "10 a lazy closure captures self weakly",
    "11 a cache that goes with its owner", "12 a subscription that captures self weakly",
    "MendedXCTests.testAWeakClosureInsteadOfABoundMethod", "MendedTrackedXCTests.testAddingANote",
  ]
}

/// One run of the demo's tests, which all tests here share.
struct DemoRun {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  /// Where its failures put their files.
  static let artifacts = FileManager.default.temporaryDirectory
    .appendingPathComponent("leakcheck-demo-\(UUID().uuidString)")
  private static let run = Task { try await start() }

  /// Everything that was printed.
  let text: String
  let status: Int32

  static func shared() async throws -> DemoRun { try await run.value }

  private static func start() async throws -> DemoRun {
    defer { try? FileManager.default.removeItem(at: artifacts) }
    #if DEBUG
    let configuration = ["-c", "debug"]
    #else
    let configuration = ["-c", "release", "-Xswiftc", "-enable-testing"]
    #endif
    let result = try await CommandResult.ofTool(
      "swift",
      ["test", "--no-parallel", "--package-path", "Examples/AssertionsDemo"]
        + ["--scratch-path", ".build/assertions-demo"] + configuration,
      in: root, environment: ["LEAKCHECK_ARTIFACTS": artifacts.path], limit: .seconds(1_200))
    return DemoRun(text: result.output + "\n" + result.errors, status: result.status)
  }

  /// What the failure of a test says, without the indentation of the framework that prints it.
  func message(of test: String) -> String? {
    let swiftTesting = "Test \"\(test)\" recorded an issue at "
    let xctest = " error: \(test) : failed - "
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.contains(swiftTesting) || $0.contains(xctest) })
    else { return nil }
    let following = lines[(start + 1)...]
    guard let inXCTest = lines[start].range(of: xctest) else {
      let block = following.prefix { $0.hasPrefix("↳ ") || $0.hasPrefix("  ") }
      return block.map { $0.dropFirst(2) }.joined(separator: "\n")
    }
    let block = following.prefix { !$0.hasPrefix("Test Case ") }
    return ([lines[start][inXCTest.upperBound...]] + block).joined(separator: "\n")
  }

  func passed(_ test: String) -> Bool {
    text.contains("Test \"\(test)\" passed after ") || text.contains("Test Case '\(test)' passed (")
  }

  /// A paragraph of a message on one line: `fix`.
  static func paragraph(_ label: String, in message: String) -> String {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("  \(label)  ") }) else { return "" }
    let wrapped = lines[(start + 1)...].prefix { $0.hasPrefix("       ") }
    return ([lines[start].dropFirst(label.count + 4)] + wrapped.map { $0.dropFirst(7) })
      .joined(separator: " ")
  }
}
