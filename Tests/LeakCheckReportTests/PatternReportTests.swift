import Foundation
import LeakCheckAnalysis
import LeakCheckReport
import LeakCheckTestSupport
import LeakCheckText
import Testing

/// What is written of a scan of sources.
@Suite struct PatternReportTests {
  private static func note(
    named name: String = "Screen", text: String = "    cancellable = model.sink { self.go() }",
    column: Int = 32
  ) -> PatternReport.Note {
    PatternReport.Note(
      code: "sink-keeps-self", title: "sink that keeps its owner", type: name, member: "run()",
      property: "cancellable",
      excerpt: SourceExcerpt(
        file: "Sources/\(name).swift", line: 7, column: column, text: text, length: 4),
      path: ["self", "cancellable", "sink's closure", "self"], message: "\(name) keeps itself",
      why: "It is kept until stop() cancels it.", fix: "capture [weak self] in the closure",
      endings: ["stop()"], command: "leakcheck simulate --type \(name) Sources")
  }

  private static func report(_ notes: [PatternReport.Note]) -> PatternReport {
    PatternReport(notes, inputs: ["Sources"], files: 2, bytes: 2_048, types: 3, problems: [])
  }

  private func lines(_ format: some PatternFormat, _ notes: [PatternReport.Note]) -> [String] {
    format.text(of: Self.report(notes)).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  @Test func `text quotes the line and underlines what holds the object`() {
    let text = lines(PatternText(options: .init()), [Self.note()])
    #expect(
      text == [
        "note 1 of 1  sink that keeps its owner · Screen.run()", "",
        "  self → cancellable → sink's closure → self", "", "  at   Sources/Screen.swift:7:32",
        "       cancellable = model.sink { self.go() }",
        "                                  ‾‾‾‾", "",
        "  why  It is kept until stop() cancels it.",
        "  fix  capture [weak self] in the closure",
        "  run  leakcheck simulate --type Screen Sources", "", "1 note · Sources",
        "  2 files, 2.0 KB · 3 types",
        "  a note is the form alone: whether it is ended in time, leakcheck simulate says", "",
      ])
    #expect(lines(PatternText(options: .init()), []).first == "no notes · Sources")
  }

  @Test(arguments: [TextFormat.Charset.unicode, .ascii])
  func `of a long line what stands around the part is shown`(charset: TextFormat.Charset) throws {
    let start = String(repeating: "x", count: 90)
    var options = TextFormat.Options()
    options.charset = charset
    for end in ["", String(repeating: "y", count: 90)] {
      let note = Self.note(text: "\(start) { self\(end)", column: 94)
      let text = lines(PatternText(options: options), [note])
      let line = try #require(text.first { $0.contains("{ self") })
      let mark = try #require(text.first { $0.contains("‾‾‾‾") || $0.contains("^^^^") })
      let column = mark.prefix { $0 == " " }.count
      #expect(line.dropFirst(column).prefix(4) == "self")
      #expect(line.count <= options.width)
    }
  }

  @Test func `formats that point at places have the column`() throws {
    let notes = [Self.note(), Self.note()]
    #expect(
      lines(XcodeFormat(), notes)[0].hasPrefix(
        "Sources/Screen.swift:7:32: note: sink that keeps its owner: Screen keeps itself (fix: "))
    #expect(
      lines(GitHubFormat(), notes)[0].hasPrefix("::notice file=Sources/Screen.swift,line=7,col=32,")
    )
    #expect(
      lines(CheckstyleFormat(), notes).contains {
        $0.contains("line=\"7\" column=\"32\" severity=\"info\"")
      })
    let sarif = SARIFFormat(version: "1.0.0").text(of: Self.report(notes))
    #expect(sarif.contains("\"startColumn\": 32"))
    #expect(sarif.contains("\"columnKind\": \"unicodeCodePoints\""))
  }

  @Test func `the same thing twice has two fingerprints`() {
    let notes = Self.report([Self.note(), Self.note()]).notes
    #expect(
      notes.map(\.fingerprint) == [
        "pattern:sink-keeps-self:Screen.run():cancellable",
        "pattern:sink-keeps-self:Screen.run():cancellable#2",
      ])
  }

  @Test(arguments: HostileNames.all)
  func `no name breaks out of a format`(name: String) throws {
    let note = Self.note(named: name, text: name)
    for text in lines(PatternText(options: .init()), [note]) {
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }
    let json = PatternJSON().text(of: Self.report([note]))
    let value = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let scan = try #require(value["scan"] as? [String: Any])
    let notes = try #require(scan["notes"] as? [[String: Any]])
    #expect(notes.first?["type"] as? String == name)
    let sarif = SARIFFormat(version: "1.0.0").text(of: Self.report([note]))
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(sarif.utf8)) }
    #expect(JSONLinesFormat().text(of: Self.report([note])).count { $0 == "\n" } == 1)
    #expect(XcodeFormat().text(of: Self.report([note])).count { $0.isNewline } == 1)
    guard !name.contains("`") else { return }
    let markdown = PatternMarkdown(limit: 20).text(of: Self.report([note]))
    let prose = markdown.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    #expect(!prose.contains { $0.contains("<script") || $0.contains("<!--") })
  }
}
