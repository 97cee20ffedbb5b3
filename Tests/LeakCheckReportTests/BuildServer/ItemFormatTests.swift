import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport
import LeakCheckText
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// What build servers read, of one graph, of hostile names, of many findings, and of nothing.
@Suite struct ItemFormatTests {
  private static let formats: [(name: String, format: any ItemFormat)] = [
    ("github", .github), ("gitlab", .gitlab), ("xcode", .xcode), ("checkstyle", .checkstyle),
    ("junit", .junit), ("sarif", .sarif(version: "1.0.0")),
  ]

  private func report(
    _ graph: ObjectGraph, input: String = "g.json", accepting baseline: Baseline = Baseline()
  ) -> Report {
    let analysis = GraphAnalysis(of: graph)
    return Report(
      Checks.findings(in: analysis), of: analysis, input: input, accepting: baseline)
  }

  private func profile(file: String = "/app/Sources/Profile.swift") throws -> Report {
    var builder = ObjectGraph.Builder()
    builder.add(ObjectDescription(id: "vc", type: "Profile"))
    var closure = ObjectDescription(id: "c", type: "() -> ()")
    closure.kind = .closure
    closure.name = "closure #1 in Profile.load()"
    closure.file = file
    closure.line = 14
    builder.add(closure)
    var property = ReferenceDescription(from: "vc", to: "c")
    property.name = "onUpdate"
    builder.add(property)
    var capture = ReferenceDescription(from: "c", to: "vc")
    capture.name = "self"
    capture.kind = .capture
    builder.add(capture)
    return report(try builder.build())
  }

  private let paths = SourcePaths(relativeTo: "/app")

  @Test func `GitHub gets a command beside the line that is to be mended`() throws {
    let text = GitHubFormat(paths: paths).text(of: [try profile()])
    #expect(
      text.hasPrefix(
        "::error file=Sources/Profile.swift,line=14,title=leakcheck%3A retain cycle%3A Profile::Profile"
      ))
    #expect(text.contains("%0Afix: capture [weak self] in closure #1 in Profile.load()"))
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test func `GitHub's separators are escaped, in properties and in text`() {
    #expect(Escaping.githubText("50 %\r\na: b, c") == "50 %25%0D%0Aa: b, c")
    #expect(Escaping.githubProperty("50 %\na: b, c") == "50 %25%0Aa%3A b%2C c")
  }

  @Test func `no more than ten annotations, the gravest first`() {
    let cycles = (0..<12).map { "a\($0) -> b\($0) 'x\($0)'; b\($0) -> a\($0) 'y\($0)'" }
    let notes = "f# -> g# 'x'; g -> f 'y'; " + cycles.joined(separator: "; ")
    let text = GitHubFormat.github.text(of: [report(ObjectGraph(notes))])
    let lines = text.split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines.prefix(10).allSatisfy { $0.hasPrefix("::error ") })
    #expect(lines.last == "leakcheck: 3 more, without an annotation: the summary has all")
  }

  @Test func `Xcode and Checkstyle get path, line and fix`() throws {
    let xcode = XcodeFormat(path: { "/abs" + $0 }).text(of: [try profile(file: "/P.swift")])
    #expect(xcode.hasPrefix("/abs/P.swift:14:1: error: retain cycle: Profile retains itself"))
    #expect(xcode.hasSuffix("(fix: capture [weak self] in closure #1 in Profile.load())\n"))
    // Not a command of GitHub's runner.
    let command = XcodeFormat.xcode.text(of: [try profile(file: "::add-mask::x")])
    #expect(command.hasPrefix("./::add-mask::x:14:1: error: "))
    let checkstyle = CheckstyleFormat(paths: paths).text(of: [try profile()])
    #expect(checkstyle.contains("<file name=\"Sources/Profile.swift\">"))
    #expect(checkstyle.contains("<error line=\"14\" severity=\"error\" message=\"retain cycle: "))
    #expect(checkstyle.contains("source=\"leakcheck.cycle\"/>"))
  }

  @Test func `what names no file has the input as its place`() throws {
    let report = report(ObjectGraph("a -> b 'x'; b -> a 'y'"), input: "/app/dump.json")
    #expect(
      GitHubFormat(paths: paths).text(of: [report]).hasPrefix("::error file=dump.json,title="))
    #expect(XcodeFormat.xcode.text(of: [report]).hasPrefix("/app/dump.json:1:1: error: "))
    #expect(
      SARIFFormat(version: "1", paths: paths).text(of: [report]).contains("\"uri\": \"dump.json\""))
  }

  @Test func `a scenario that calls itself by its name is found in its folder`() throws {
    var report = try profile(file: "scenario.json")
    report.input = "/app/lessons/scenario.json"
    #expect(
      GitHubFormat(paths: paths).text(of: [report]).hasPrefix(
        "::error file=lessons/scenario.json,line=14,"))
    let sarif = SARIFFormat(version: "1", paths: paths).text(of: [report])
    #expect(sarif.contains("\"uri\": \"lessons/scenario.json\""))
    #expect(!sarif.contains("\"uri\": \"scenario.json\""))
  }

  @Test func `a message of SARIF is sentences`() throws {
    let text = SARIFFormat(version: "1", paths: paths).text(of: [try profile()])
    #expect(text.contains("it has leaked. Why: Profile keeps "))
    #expect(text.contains("reference count of 0. Fix: capture [weak self] in "))
  }

  @Test func `GitLab's fingerprints are unique over inputs`() throws {
    let graph = ObjectGraph("a -> b 'x'; b -> a 'y'")
    let text = GitLabFormat.gitlab.text(
      of: [report(graph, input: "1"), report(graph, input: "2"), report(graph, input: "2")])
    let rows = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    let prints = rows.compactMap { $0["fingerprint"] as? String }
    #expect(prints.count == 3 && Set(prints).count == 3)
    #expect(prints[1].hasSuffix(":2") && prints[1].hasPrefix(prints[0]))
    #expect(rows.allSatisfy { $0["severity"] as? String == "major" })
  }

  @Test func `JUnit fails what is as grave as the run fails for, and shows a clean input`() throws {
    let clean = report(ObjectGraph("a! -> b 'x'"), input: "clean.json")
    let warning = report(ObjectGraph("f# -> g# 'x'; g -> f 'y'"), input: "warning.json")
    let text = JUnitFormat.junit.text(of: [clean, warning, try profile()])
    #expect(
      text.contains(
        "<testsuites name=\"leakcheck\" tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"0\""))
    #expect(text.contains("<testsuite name=\"clean.json\" tests=\"1\" failures=\"0\""))
    #expect(text.contains("<failure message=\"Profile retains itself"))
    #expect(text.contains("<system-out>warning: retain cycle\n"))
    let strict = JUnitFormat(failingFrom: .warning).text(of: [warning])
    #expect(strict.contains("<testsuite name=\"warning.json\" tests=\"2\" failures=\"1\""))
  }

  @Test func `SARIF has the path, the component, and rules with help`() throws {
    let text = SARIFFormat(version: "1.2.3", paths: paths).text(of: [try profile()])
    let log = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let result = try #require((run["results"] as? [[String: Any]])?.first)
    #expect(result["ruleId"] as? String == "cycle" && result["ruleIndex"] as? Int == 0)
    #expect((result["codeFlows"] as? [Any])?.count == 1)
    let graph = try #require((result["graphs"] as? [[String: Any]])?.first)
    #expect((graph["nodes"] as? [Any])?.count == 2 && (graph["edges"] as? [Any])?.count == 2)
    let prints = try #require(result["partialFingerprints"] as? [String: String])
    #expect(prints["leakcheck/v1"]?.hasPrefix("cycle:Profile.onUpdate:") == true)
    #expect(
      text.contains("\"uri\": \"Sources/Profile.swift\"") && text.contains("\"startLine\": 14"))
    #expect(text.contains("\"semanticVersion\": \"1.2.3\"") && text.contains("\"help\": {"))
    #expect(result["baselineState"] == nil)
  }

  @Test func `a baseline makes findings new, accepted or open again`() throws {
    let graph = ObjectGraph("a -> b 'x'; b -> a 'y'; c -> d 'x'; d -> c 'y'")
    let plain = report(graph)
    var entry = Baseline.Entry(fingerprint: plain.findings[0].fingerprint, count: 1)
    entry.because = "the vendor mends it"
    let known = report(graph, accepting: Baseline([entry]))
    #expect(known.findings.count == 1 && known.suppressed == 1)
    let sarif = SARIFFormat.sarif(version: "1").text(of: [known])
    #expect(
      sarif.contains("\"baselineState\": \"new\"")
        && sarif.contains("\"baselineState\": \"unchanged\""))
    #expect(sarif.contains("\"justification\": \"the vendor mends it\""))
    let junit = JUnitFormat.junit.text(of: [known])
    #expect(junit.contains("<skipped message=\"accepted: the vendor mends it\"/>"))
    #expect(junit.contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""))
    #expect(GitHubFormat.github.text(of: [known]).split(separator: "\n").count == 1)
  }

  @Test func `a difference lists what is new, and says what is gone`() throws {
    var series = GraphSeries()
    for literal in [
      "a -> b 'x'; b -> a 'y'; k -> l 'p'; l -> k 'q'",
      "c -> d 'x'; d -> c 'y'; k -> l 'p'; l -> k 'q'",
    ] {
      let analysis = GraphAnalysis(of: ObjectGraph(literal))
      series.add(analysis, findings: Checks.findings(in: analysis), input: "g.json")
    }
    let difference = GraphDifference(series)
    #expect(XcodeFormat.xcode.text(of: difference).split(separator: "\n").count == 1)
    let sarif = SARIFFormat.sarif(version: "1").text(of: difference)
    for state in ["new", "absent", "unchanged"] {
      #expect(sarif.contains("\"baselineState\": \"\(state)\""))
    }
    let junit = JUnitFormat.junit.text(of: difference)
    #expect(junit.contains("tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"1\""))
    let lines = JSONLinesFormat.jsonLines.text(of: difference).split(separator: "\n")
    #expect(lines.count == 3 && lines[0].contains("\"change\": \"new\", \"counts\": [0, 1]"))
  }

  @Test func `nothing found is said in the form of each format`() {
    let clean = report(ObjectGraph("a! -> b 'x'"))
    #expect(GitHubFormat.github.text(of: [clean]) == "leakcheck: no findings\n")
    #expect(GitLabFormat.gitlab.text(of: [clean]) == "[]\n")
    #expect(XcodeFormat.xcode.text(of: [clean]) == "")
    #expect(JSONLinesFormat.jsonLines.text(of: [clean]) == "")
    #expect(SARIFFormat.sarif(version: "1").text(of: [clean]).contains("\"results\": []"))
  }

  private func hostile(_ name: String) throws -> Report {
    var builder = ObjectGraph.Builder()
    builder.name = name
    for id in ["1", "2"] {
      var object = ObjectDescription(id: .text(id + name), type: name)
      object.name = name
      object.file = name
      object.line = 3
      object.kind = id == "1" ? .closure : ObjectKind(rawValue: name)
      builder.add(object)
    }
    for (from, to) in [("1", "2"), ("2", "1")] {
      var reference = ReferenceDescription(from: .text(from + name), to: .text(to + name))
      reference.name = name
      builder.add(reference)
    }
    return report(try builder.build(), input: name)
  }

  @Test(arguments: HostileNames.all)
  func `no name breaks out of a format`(name: String) throws {
    let report = try hostile(name)
    for (format, writer) in Self.formats {
      let text = writer.text(of: [report])
      #expect(!text.unicodeScalars.contains(where: acts), "\(format): \(text)")
    }
    #expect(GitHubFormat.github.text(of: [report]).split(separator: "\n").count == 1)
    #expect(XcodeFormat.xcode.text(of: [report]).split(separator: "\n").count == 1)
    for text in [
      JUnitFormat.junit.text(of: [report]), CheckstyleFormat.checkstyle.text(of: [report]),
    ] {
      let parser = XMLParser(data: Data(text.utf8))
      #expect(parser.parse(), "\(parser.parserError as Any): \(text)")
    }
    let texts = [
      GitLabFormat.gitlab.text(of: [report]), SARIFFormat.sarif(version: "1").text(of: [report]),
    ]
    for text in texts
      + JSONLinesFormat.jsonLines.text(of: [report]).split(separator: "\n").map(String.init)
    {
      _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    }
  }

  /// Whether a character acts on a terminal or a reader; lines and tabs of XML and JSON do not come from names.
  private func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case ..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
