import Foundation
import Testing

@testable import LeakCheckCapture

private final class Plain {}
private enum Choice {
  case none
  case some(Plain, Int8)
}

@Suite struct MetadataTests {
  private func metadata(of type: Any.Type) -> Metadata {
    Metadata(address: unsafe unsafeBitCast(type, to: UInt.self))
  }

  @Test(
    arguments: [
      Int.self, Int8.self, String.self, Void.self, Never.self, Plain.self, Choice.self,
      [Plain].self, [String: Choice].self, (Int8, Plain, Int64).self, (() -> Void).self,
      (any Error).self, AnyObject.self, Plain?.self, SIMD16<Float>.self, URL.self, Any.Type.self,
    ] as [Any.Type])
  func `types of the language and of libraries are complete`(type: Any.Type) {
    #expect(metadata(of: type).isComplete)
  }

  /// Like an argument of a generic type that is a number, a pack or an object: what is there may be anything.
  @Test(
    arguments: [
      [0xd000_0000_0000_004c, 16, 7], [16, 8, 7], [3, 8, 3], [16, 16, 6], [16, 16, 0x40_0007],
      [.max, 0, 0], [0, 0, 0],
    ] as [[UInt]])
  func `what does not agree with itself is not a type`(witnesses: [UInt]) {
    let words = UnsafeMutablePointer<UInt>.allocate(capacity: 16)
    defer { unsafe words.deallocate() }
    unsafe words.initialize(repeating: 0, count: 16)
    unsafe words[0] = UInt(bitPattern: words + 2)
    for (index, word) in witnesses.enumerated() { unsafe words[10 + index] = word }
    let made = unsafe Metadata(address: UInt(bitPattern: words + 1))
    #expect(!made.isComplete)
    unsafe words[10] = 24
    unsafe words[11] = 24
    unsafe words[12] = 7
    #expect(made.isComplete)
  }
}
