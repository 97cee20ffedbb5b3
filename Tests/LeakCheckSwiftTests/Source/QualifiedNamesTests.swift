import SwiftSyntax
import Testing

@testable import LeakCheckSwift

/// Names with their module in front mean what they mean without it, where the file has no other of the name.
@Suite struct QualifiedNamesTests {
  private func text(_ source: String) throws -> String {
    let file = try SourceFile(named: "Screen.swift", bytes: Array(source.utf8))
    #expect(file.tree.totalLength.utf8Length == source.utf8.count)
    return file.tree.description
  }

  @Test(arguments: [
    "import UIKit\nlet t = Foundation.Timer()", "let n = Swift.max(1, 2)",
    "import Alamofire\nlet s = Alamofire.Session()",
  ])
  func `a module in front becomes spaces`(_ source: String) throws {
    let text = try text(source)
    #expect(!text.contains("Foundation") && !text.contains("Swift") && !text.contains("re.Se"))
  }

  @Test(arguments: [
    "class Timer {}\nlet t = Foundation.Timer()", "enum Combine {}\nlet a = Combine.start()",
    "import Hero\nlet h = Hero.shared", "let o = Outer.Inner()",
    "for n in (0...Swift.min(1, 2)).reversed() { use(n) }", "let r = 1..<Swift.max(1, 2)",
    "import UIKit\nlet f = !UIKit.isOn", "use(&Foundation.shared)", "let d = -Swift.abs(3)",
  ])
  func `another of the name, what may be a type, and operands of close operators stay`(
    _ source: String
  ) throws {
    #expect(try text(source) == source)
  }
}
