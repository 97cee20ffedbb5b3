import LeakCheckSwift
import Testing

/// Async methods that nothing in the sources calls: how their tasks end is their callers' affair.
@Suite struct AsyncCallerTests {
  private static func model(_ body: String) -> String {
    """
    import Foundation
    final class Model {
      var count = 0
      func observe() async {
        \(body)
      }
      func load() async {}
    }
    """
  }

  @Test(arguments: [
    "for await _ in NotificationCenter.default.notifications(named: .tick) { count += 1 }",
    "while !Task.isCancelled { await load(); count += 1 }",
    "repeat { count += 1; await load() } while !Task.isCancelled",
  ])
  func `a loop that its caller can cancel is not judged`(_ loop: String) throws {
    let run = try Run(Self.model(loop))
    #expect(run.isClean, "\(run.verdict)")
    #expect(!run.translation.isSettled)
    #expect(
      run.notes == [
        "Screen.swift:4:8: nothing in these files calls observe(): its caller is assumed to cancel"
          + " it at the end; add the code that calls it"
      ])
  }

  @Test func `a loop that cannot be cancelled is found`() throws {
    let run = try Run(
      Self.model("while true { try? await Task.sleep(for: .seconds(1)); count += 1 }"))
    #expect(run.verdict == ["abandoned error"])
  }

  @Test(arguments: [
    "await load()", "try? await Task.sleep(for: .seconds(1))",
    "for number in 0..<3 { await load(); count += number }",
    """
    await withTaskGroup(of: Int.self) { group in
      group.addTask { 1 }
      for await number in group { count += number }
    }
    """,
  ])
  func `what ends by itself is judged`(_ body: String) throws {
    let run = try Run(Self.model(body))
    #expect(run.isClean, "\(run.verdict)")
    #expect(run.translation.isSettled, "\(run.notes)")
  }

  @Test func `a caller in the sources decides`() throws {
    let loop =
      "for await _ in NotificationCenter.default.notifications(named: .tick) { count += 1 }"
    let run = try Run(
      Self.model(loop) + "\nlet model = Model()\nTask { await model.observe() }\n")
    #expect(run.translation.isSettled, "\(run.notes)")
  }
}
