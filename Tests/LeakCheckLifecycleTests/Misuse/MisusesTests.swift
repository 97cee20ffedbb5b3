import Foundation
import LeakCheckLifecycle
import Testing

/// The list of misuses has each of them once.
@Suite struct MisusesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/LeakCheckLifecycle/Misuse").standardized

  @Test func `each file of a misuse is in the list`() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
    let names = files.filter { $0.contains("/") && $0.hasSuffix(".swift") }
      .map { $0.split(separator: "/").last.map(String.init)?.lowercased() ?? "" }
    let listed = Misuse.Code.allCases.map { "\($0.rawValue.replacing("-", with: "")).swift" }
    #expect(names.sorted() == listed.map { $0.lowercased() }.sorted())
  }

  @Test func `no two misuses have the same code, and a code is read as it is written`() {
    let codes = Misuse.Code.allCases
    #expect(Set(codes.map(\.rawValue)).count == codes.count)
    for code in codes { #expect(Misuse.Code(rawValue: code.rawValue) == code) }
    #expect(Misuse.Code(rawValue: "no-misuse") == nil)
  }
}
