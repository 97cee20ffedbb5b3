import Testing

@testable import LeakCheckSwift

@Suite struct ResumptionsTests {
  @Test(arguments: [
    ("func wait() {}\nwait()", false, false),
    ("func answer() { waiter.resume() }", true, false),
    ("func answer() { waiter.resume() }\nanswer()", true, true),
    ("final class A { deinit { waiter.resume() } }", true, false),
    ("func ask() { later { waiter.resume() } }\nask()", true, true),
    ("let answer = { waiter.resume() }", true, true),
    // A journey calls what nobody calls.
    ("func answer() { waiter.resume() }", false, true),
  ])
  func `what nobody calls resumes nothing`(_ text: String, runsAsWritten: Bool, happen: Bool) throws
  {
    let file = try SourceFile(named: "a.swift", bytes: Array(text.utf8))
    #expect(Resumptions([file], runsAsWritten: runsAsWritten).happen == happen)
  }
}
