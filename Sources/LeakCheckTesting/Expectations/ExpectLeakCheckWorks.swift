/// Fails where leaks would not be found in this process.
///
/// Plants a retain cycle, an object that a global variable holds, one that the frame of a task holds and one that a
/// closure has captured, looks for each as `expectNoLeaks` does, and takes them away again. A failure names what cannot
/// be seen here and why: another allocator, a sanitizer, a stripped program. On a Mac and in a simulator Apple's `leaks`
/// has to find the cycle; the others it never does, see <doc:apple-systems>.
///
/// ```swift
/// @Test func `leaks are found here`() async { await expectLeakCheckWorks() }
/// ```
///
/// - Complexity: that of a failing `expectNoLeaks`.
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
