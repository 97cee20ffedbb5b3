import LeakCheckReport
import Testing

@Suite struct SourcePlaceTests {
  @Test(arguments: [
    ("/app/Sources/A.swift", "Sources/A.swift"), ("./A.swift", "A.swift"), ("A.swift", "A.swift"),
    ("/application/A.swift", "/application/A.swift"), ("/app", "/app"),
    ("../A.swift", "../A.swift"),
  ])
  func `paths in the folder are relative to it`(path: String, expected: String) {
    #expect(SourcePaths(relativeTo: "/app").relative(path) == expected)
    #expect(SourcePaths(relativeTo: "/app/").relative(path) == expected)
    #expect(SourcePaths().relative(path) == (path.hasPrefix("./") ? "A.swift" : path))
  }

  @Test(arguments: [
    ("cases//one/graph.json", "cases/one/graph.json"), ("././a/./b.json", "a/b.json"),
    ("/app//Sources/./A.swift", "Sources/A.swift"), ("/other//A.swift", "/other/A.swift"),
    ("a/../b.json", "a/../b.json"), (".hidden/.a", ".hidden/.a"),
  ])
  func `a path has no parts that lead nowhere`(path: String, expected: String) {
    #expect(SourcePaths(relativeTo: "/app").relative(path) == expected)
  }

  @Test(arguments: [
    ("/app/A B.swift", "A%20B.swift"), ("/other/é#1.swift", "file:///other/%C3%A9%231.swift"),
    ("c:\\x?", "c%3A%5Cx%3F"), ("a%20b", "a%2520b"),
  ])
  func `a URI has nothing of its own left in a path`(path: String, expected: String) {
    #expect(SourcePaths(relativeTo: "/app").uri(path) == expected)
  }

  @Test func `a place without a line has none`() {
    #expect(SourcePlace(file: "A.swift", line: 0).line == nil)
    #expect(SourcePlace(input: "-").file == "standard input")
  }
}
