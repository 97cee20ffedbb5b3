import Foundation
import LeakCheckTestSupport
import Testing

/// Fixes for static and global variables, as a report tells them.
@Suite struct StaticVariableTests {
  private static func report(_ variables: String, _ statement: String) throws -> [String] {
    let source = """
      import UIKit
      final class Theme { var all: [Theme] = []; func use() { all.append(Theme()) } }
      \(variables)
      final class Screen: UIViewController {
        override func viewDidLoad() {
          super.viewDidLoad()
          \(statement)
        }
      }
      """
    return try SourceFolder(source).simulate().output.split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func `a weak static variable is proved by a run, and others keep what they have`() throws {
    let report = try Self.report(
      "enum Store { static var theme: Theme?\nstatic var current: Screen? }",
      "Store.current = self; Store.theme = Theme(); Store.theme?.use()")
    #expect(report.contains("fix  declare `static weak var current` in Store"), "\(report)")
    #expect(report.contains("code static weak var current: Screen? }"))
    #expect(report.contains("run again with this cut, everything goes"))
  }

  @Test func `a list is emptied, and that of another variable is not`() throws {
    let report = try Self.report(
      "enum Store { static var all: [Screen] = []\nstatic var themes: [Theme] = [] }",
      "Store.all.append(self); Store.themes.append(Theme())")
    #expect(report.contains("fix  remove Screen from Store.all when its time is over"))
    #expect(report.contains("run again with this cut, everything goes"))
  }

  @Test func `a constant has no weak form`() throws {
    let report = try Self.report(
      "enum Store { static let keeper = Keeper() }\nfinal class Keeper { var screen: Screen? }",
      "Store.keeper.screen = self")
    #expect(
      report.contains { $0.hasPrefix("code ") && $0.contains("weak var screen: Screen?") },
      "\(report)")
    #expect(!report.contains { $0.contains("static weak") })
  }
}
