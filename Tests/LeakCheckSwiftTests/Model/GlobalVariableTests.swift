import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// Static variables of types and global ones of files, which keep what is stored in them.
@Suite struct GlobalVariableTests {
  private static func screen(storing statement: String, in variables: String) -> String {
    """
    import UIKit
    \(variables)
    final class Screen: UIViewController {
      override func viewDidLoad() {
        super.viewDidLoad()
        \(statement)
      }
    }
    """
  }

  @Test(arguments: [
    ("enum Store { static var current: Screen? }", "Store.current = self", "Store", "current"),
    ("struct Store { static var all: [Screen] = [] }", "Store.all.append(self)", "Store", "all"),
    ("var current: Screen?", "current = self", "Screen.swift", "current"),
    ("var all: [Screen] = []", "all.append(self)", "Screen.swift", "all"),
  ])
  func `a variable is told by its name and the type or file that declares it`(
    _ variables: String, _ statement: String, _ owner: String, _ name: String
  ) throws {
    let run = try Run(Self.screen(storing: statement, in: variables))
    let finding = try #require(run.outcome.findings.first)
    let root = try #require(finding.path.objects.first)
    #expect(root.type == owner)
    #expect(root.rootReason == (owner == "Store" ? "static variable" : "global variable"))
    #expect(finding.path.references.map(\.name) == [name])
  }

  @Test(arguments: [
    "enum Services { static let cache = Cache(); static func clear() { cache.clear() } }",
    "struct Log { private static let cache: Cache = Cache()\n func end() { Log.cache.clear() } }",
    "enum Caches { static var all: [Any] = [Cache()]; static func count() -> Int { all.count } }",
    "enum Caches { static var all = [Cache()]; static func clear() { all.first?.clear() } }",
  ])
  func `what a static variable has from its start may stay`(_ variables: String) throws {
    let run = try Run(
      """
      \(variables)
      final class Cache {
        private var values: [String: Int] = [:]
        func clear() { values.removeAll() }
      }
      """)
    #expect(run.isClean, "\(run.verdict)")
    #expect(run.translation.isSettled)
  }

  @Test func `what puts itself into a static list is found`() throws {
    let run = try Run(
      """
      final class Job { func start() { Queue.jobs.append(self) } }
      enum Queue { static var jobs: [Job] = [] }
      """)
    #expect(run.verdict == ["abandoned error"])
    #expect(
      run.outcome.failedChecks.map(\.message) == ["Job is still alive: Queue.jobs holds it"])
  }
}
