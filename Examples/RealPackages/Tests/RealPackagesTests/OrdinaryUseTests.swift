import LeakCheckTesting
import Testing

/// What leaves nothing behind is not called a leak, whichever use of a library is the first in the process.
@Suite(.leakChecked) struct OrdinaryUseTests {
  @Test(arguments: Use.all) func `an ordinary use leaves nothing behind`(use: Use) async throws {
    try await use.run()
  }

  @Test(arguments: Use.all) func `two uses leave nothing behind`(use: Use) async throws {
    try await use.run()
    try await use.run()
  }
}
