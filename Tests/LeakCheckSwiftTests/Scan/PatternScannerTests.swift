import LeakCheckLifecycle
import LeakCheckSwift
import LeakCheckText
import Testing

/// What is scanned, and what is passed over.
@Suite struct PatternScannerTests {
  private static let leak = "class A { var f: (() -> Void)?\n func g() { f = { self.g() } } }"

  private func scan(_ bytes: [UInt8]) -> PatternScanner.Scan {
    PatternScanner().scan([
      .init(name: "bad.swift", bytes: bytes),
      .init(name: "good.swift", bytes: Array(Self.leak.utf8)),
    ])
  }

  @Test func `a file that cannot be read is passed over with its place, and the others are not`() {
    let broken: [(text: String, line: Int, problem: String)] = [
      ("class A {\n func }", 2, "not valid Swift"),
      (String(repeating: "[", count: 40), 1, "brackets"),
      ("let a = " + String(repeating: "1 + ", count: 3_000) + "1", 1, "deep"),
      (
        String(repeating: "f { ", count: 150) + String(repeating: "}", count: 150), 1,
        "not valid Swift"
      ),
    ]
    for (text, line, problem) in broken {
      let result = scan(Array(text.utf8))
      #expect(result.matches.map(\.place.file) == ["good.swift"])
      #expect(result.problems.map(\.line) == [line])
      #expect(result.problems.first?.problem.contains(problem) == true)
    }
  }

  @Test func `bytes that are no UTF-8 are named with their place`() {
    let result = scan(Array("let a = 1\nlet b = \"".utf8) + [0xff, 0x22])
    #expect(result.problems.map(\.problem) == ["this is not UTF-8"])
    #expect(result.problems.map { [$0.line, $0.column] } == [[2, 10]])
  }

  @Test func `a file of more than eight megabytes is passed over`() {
    let result = scan([UInt8](repeating: 0x0a, count: PatternScanner.mostBytes + 1))
    #expect(result.problems.map(\.problem) == ["larger than 8 MB"])
    #expect(result.files == 1)
  }

  @Test func `lines that end as on Windows have places and no returns`() {
    let text = Self.leak.replacing("\n", with: "\r\n")
    let matches = Scanned.matches(text)
    #expect(matches.map(\.place.line) == [2])
    #expect(matches.first?.line.hasSuffix("\r") == false)
  }

  @Test func `matches stand in the order of files and lines`() {
    let result = Scanned.scan([Self.leak + "\n" + Self.leak.replacing("A", with: "B"), Self.leak])
    #expect(result.matches.map(\.place.file) == ["0.swift", "0.swift", "1.swift"])
    #expect(result.matches.map(\.place.line) == [2, 4, 2])
    #expect(result.types == 3)
  }

  @Test func `an empty file has nothing`() {
    #expect(Scanned.matches("").isEmpty)
    #expect(scan([]).problems.isEmpty)
  }

  @Test func `many matches of one type take as long as they are many`() {
    func seconds(_ count: Int) -> Duration {
      let line =
        "f = { self.g() }\n f = nil\n let x = c.addObserver(forName: .a, object: nil, queue: nil) { _ in self.g() }\n"
      let body = (0..<count).map { line.replacing("let x", with: "let x\($0)") }.joined()
      let text = "final class A { var f: (() -> Void)?\n func g() { \(body) } }"
      return ContinuousClock().measure { #expect(Scanned.matches(text).count == 2 * count) }
    }
    let (few, many) = (seconds(250), seconds(2_000))
    #expect(many < few * 40)
  }
}
