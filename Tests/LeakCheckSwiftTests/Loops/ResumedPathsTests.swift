import SwiftParser
import SwiftSyntax
import Testing

@testable import LeakCheckSwift

@Suite struct ResumedPathsTests {
  /// The first line of the path that does not resume `c`, as it is written; `nil` where every path does.
  private func lost(_ code: String, takingAnswers functions: Set<String> = []) throws -> String? {
    let tree = Parser.parse(source: "{ c in\n\(code)\n}")
    let closure = try #require(
      tree.statements.first.flatMap { Syntax($0.item).as(ClosureExprSyntax.self) })
    let paths = ResumedPaths(of: "c", in: closure, takesAnswer: functions.contains)
    return paths.lost(in: closure)?.trimmedDescription.split(separator: "\n").first.map(String.init)
  }

  @Test(arguments: [
    "c.resume()",
    "guard let url else { return c.resume(throwing: E.none) }\nc.resume()",
    "guard let url else { fatalError() }\nc.resume()",
    "if a { c.resume(returning: 1) } else if b { c.resume(returning: 2) } else { c.resume(returning: 3) }",
    "if let error { c.resume(throwing: error); return }\nc.resume()",
    "switch x { case .a: c.resume()\ncase .b: fail(c)\n@unknown default: break }",
    "do { c.resume(returning: try f()) } catch { c.resume(throwing: error) }",
    "defer { c.resume() }\nguard ok else { return }",
    "waiting = c",
    "waiters[id] = c\nguard !list.isEmpty else { return }",
    "load { [weak self] error in guard let self else { return }; c.resume() }",
    "load { error in guard !isDone else { return }; isDone = true; c.resume() }",
    "var isDone = false\nload { error in if isDone { return }; isDone = true; c.resume() }",
    "monitor.handler = { path in if path.isGood { c.resume() } }",
    "center.observe { note in if note.isMine { c.resume() } }",
    "api.load(success: { result in c.resume() }, failure: { error in c.resume() })",
  ])
  func `what resumes, hands on, or may have resumed is no lost path`(_ code: String) throws {
    #expect(try lost(code) == nil)
  }

  @Test(arguments: [
    ("guard let url else { return }\nc.resume()", "guard let url else { return }"),
    (
      "guard let url else { print(1); return }\nc.resume()",
      "guard let url else { print(1); return }"
    ),
    ("if a { c.resume() }", "if a { c.resume() }"),
    ("if a { c.resume() } else { print(1) }", "if a { c.resume() } else { print(1) }"),
    ("switch x {\ncase .a: c.resume()\ncase .b: break\n}", "case .b: break"),
    ("do { c.resume(returning: try f()) } catch { print(error) }", "catch { print(error) }"),
    ("if stop { print(1); return }\nc.resume()", "return"),
    ("print(1)", "}"),
    (
      "session.dataTask(with: url) { data, _, _ in\nguard let data else { return }\nc.resume() }.resume()",
      "guard let data else { return }"
    ),
    (
      "load { result in\nif case .success(let v) = result { c.resume(returning: v) } }",
      "if case .success(let v) = result { c.resume(returning: v) }"
    ),
    ("save(now, completion: { if $0 { c.resume() } })", "if $0 { c.resume() }"),
    ("queue.async { guard ready else { return }; c.resume() }", "guard ready else { return }"),
  ])
  func `a path that does nothing with it is told where it begins`(
    _ code: String, _ line: String
  ) throws {
    #expect(try lost(code) == line)
  }

  @Test func `an action of an alert that resumes nothing is a lost path`() throws {
    let asked = "a.addAction(UIAlertAction(title: \"OK\", style: .default) { _ in c.resume() })"
    let cancel = "UIAlertAction(title: \"Cancel\", style: .cancel)"
    #expect(try lost("\(asked)\na.addAction(\(cancel))\npresent(a, animated: true)") == cancel)
    #expect(try lost("\(asked)\npresent(a, animated: true)") == nil)
    #expect(try lost("\(asked)\na.addAction(\(cancel))\nwaiting = c") == nil)
  }

  @Test func `a function of the sources says whether it is handed an answer`() throws {
    let code = "fetch { if $0 { c.resume() } }"
    #expect(try lost(code) == nil)
    #expect(try lost(code, takingAnswers: ["fetch"]) == "if $0 { c.resume() }")
  }
}
