import LeakCheckTesting
import Testing

/// What the user forgot is found, and told with the user's line.
@Suite struct PlantedLeakTests {
  @Test(arguments: Leak.all)
  func `a leak is found and told with the user's line`(leak: Leak) async throws {
    let message = try await leak.message()
    #expect(!message.isEmpty)
    let words = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let fix = leak.fix { #expect(words.contains(fix), "\(message)") }
  }
}
