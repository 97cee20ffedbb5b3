/// Fails if leakcheck cannot find leaks in this process.
///
/// Plants a retain cycle and three objects that a global variable, the frame of a task and a closure hold, looks for
/// each as `expectNoLeaks` does, and removes them. A failure names what leakcheck cannot see here and why: another
/// allocator, a sanitizer, a stripped program. On a Mac and in a simulator, Apple's `leaks` must find the cycle; it
/// never finds the others. See <doc:apple-systems>.
///
/// ```swift
/// @Test func `leaks are found here`() async { await expectLeakCheckWorks() }
/// ```
///
/// - Complexity: That of a failing `expectNoLeaks`.
public nonisolated(nonsending) func expectLeakCheckWorks(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) async {
  let place = AssertionPlace(fileID, filePath, line, column)
  let pass = await CheckGate.shared.enter()
  let failure = await SelfTest.failure()
  CheckGate.shared.leave(pass)
  if let failure { ReportFailure.record(failure, at: place) }
}
