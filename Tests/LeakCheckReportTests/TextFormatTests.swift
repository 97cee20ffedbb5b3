import Foundation
import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport
import LeakCheckText
import Testing

private func report(_ graph: ObjectGraph) -> Report {
  let analysis = GraphAnalysis(of: graph)
  return Report(Checks.findings(in: analysis), of: analysis, input: "g.json")
}

private func text(
  _ literal: String, width: Int = 80, _ charset: TextFormat.Charset = .unicode
)
  -> String
{
  var options = TextFormat.Options(width: width)
  options.charset = charset
  var text = ""
  TextFormat(options: options).write([report(ObjectGraph(literal))], to: &text)
  return text
}

@Suite struct TextFormatTests {
  @Test func `letting go of a subscription that is done stands beside the weak capture`() {
    let report = text(
      "Feed -> AnyCancellable# 'token'; AnyCancellable -> Sink# 'subscription';"
        + "Sink -> c{} 'receiveValue'; c -> Feed 'self'", width: 100)
    let lines = report.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let fixes = lines.filter { $0.hasPrefix("fix") || $0.hasPrefix("or") }
    #expect(
      fixes == [
        "fix  capture [weak self] in the closure",
        "or   set Feed.token to nil when the subscription is done",
      ], "\(report)")
  }

  @Test func `a cycle is drawn as a ring`() {
    let expected = """
      leak 1 of 1  retain cycle · 2 objects                             LK001 HASH

        ╭─▸ vc
        │     │ onTap                     strong
        │     ▾
        │   c                                    closure
        │     │ self (captured)           strong  ✂ make this weak
        ╰─────╯

        why  vc keeps the closure, which captures vc. None of them can reach a
             reference count of 0.
        fix  capture [weak self] in the closure
        code onTap = { [weak self] in
        or   capture [unowned self] in the closure, which never outlives it

      1 finding (1 cycle) · g.json
        2 objects: 0 reachable, 2 leaked, 0 freed · 2 references · 0 held from outside
        no object is expected gone: abandoned objects could not be judged

      """
    let drawn = text("vc -> c{} 'onTap'; c -> vc 'self'")
    #expect(drawn.replacing(/[0-9a-f]{8}\n/, with: "HASH\n") == expected)
  }

  @Test func `what stands in the place of the path in other instances is not also kept`() throws {
    // Two rings of one kind, and a view that hangs off one of them.
    var builder = ObjectGraph.Builder()
    for (id, type) in [("a", "Screen"), ("b", "Loader"), ("c", "Screen"), ("d", "Loader")] {
      builder.add(ObjectDescription(id: .text(id), type: type))
    }
    builder.add(ObjectDescription(id: "v", type: "View"))
    for (from, to, name) in [
      ("a", "b", "loader"), ("b", "a", "delegate"), ("c", "d", "loader"), ("d", "c", "delegate"),
      ("c", "v", "view"),
    ] {
      var reference = ReferenceDescription(from: .text(from), to: .text(to))
      reference.name = name
      builder.add(reference)
    }
    let graph = try builder.build()
    var drawn = ""
    TextFormat().write([report(graph)], to: &drawn)
    #expect(drawn.contains("also keeps View\n"))
    #expect(!drawn.contains("also keeps Loader"))
  }

  @Test func `types that find no room on a line are counted, not cut in the middle`() throws {
    let types = ["SubscriptionPlanPickerCell", "SubscriptionPlanHeaderView", "Price", "Badge"]
    let held = types.map { "screen -> \($0) 'view'" }.joined(separator: "; ")
    let drawn = text("app! -> screen- 'screen'; " + held)
    let line = try #require(drawn.split(separator: "\n").first { $0.contains("also keeps") })
    #expect(line.hasSuffix("also keeps Badge, Price, and 2 more types"), "\(line)")
  }

  @Test func `objects inside of a library are counted, not drawn`() throws {
    let graph = try ObjectGraph(
      "loop!# -> a# 'x'; a -> b# 'x'; b -> c# 'x'; c -> t# 'x'; t -> vc- 'target'"
    )
    .changing(references: { if $0.name == "x" { $0.kind = .runtime } })
    var drawn = ""
    TextFormat().write([report(graph)], to: &drawn)
    let lines = drawn.split(separator: "\n").map(String.init)
    #expect(lines[1].hasPrefix("  ◆ loop"))
    #expect(lines[3] == "  │   … 3 objects of libraries")
    #expect(lines[4].hasPrefix("  ├─▸ t"))
  }

  @Test(arguments: TextFormat.Charset.allCases)
  func `code is never shortened, so that it can be copied`(charset: TextFormat.Charset) {
    let long = "userContentControllerOfTheVeryFirstPage"
    let drawn = text(
      "Web -> WKWebView# 'webView'; WKWebView -> WKUserContentController# '\(long)';"
        + " WKUserContentController -> Web 'scriptMessageHandlers[\"bridge\"]'", width: 60, charset)
    #expect(
      drawn.contains("webView.\(long).removeScriptMessageHandler(forName: \"bridge\")")
        || drawn.contains("webView.\(long).removeScriptMessageHandler(forName:\n"), "\(drawn)")
  }

  @Test func `a path is drawn as a ladder, in ASCII too`() {
    let drawn = text("app!# -> cache 'cache'; cache -> vc- 'items'; vc -> view 'view'", .ascii)
    let lines = drawn.split(separator: "\n").map(String.init)
    #expect(lines[1] == "  * app                                    root")
    #expect(lines[2] == "  |   cache                         strong")
    #expect(lines[3] == "  +-> cache")
    #expect(
      lines[4] == "  |   items                         strong  <-- end this: removal from items")
    #expect(lines[5] == "  +-> vc")
    #expect(lines[6] == "      ` also keeps view")
    #expect(drawn.utf8.allSatisfy { $0 < 128 })
  }

  @Test func `no finding says what was looked at`() {
    #expect(
      text("a! -> b").hasPrefix(
        "no findings · g.json\n  2 objects: 2 reachable, 0 leaked, 0 freed · 1 reference ·"))
  }

  @Test func `colour adds nothing but escapes`() {
    let reports = [report(ObjectGraph("vc -> c{} 'onTap'; c -> vc 'self'"))]
    var options = TextFormat.Options()
    options.useColor = true
    var colored = ""
    TextFormat(options: options).write(reports, to: &colored)
    #expect(colored.contains("\u{1b}[1;31mleak 1 of 1\u{1b}[0m"))
    let plain = colored.replacing(/\u{1b}\[[0-9;]*m/, with: "")
    #expect(
      plain.split(separator: "\n").count
        == text("vc -> c{} 'onTap'; c -> vc 'self'").split(
          separator: "\n"
        ).count)
  }

  @Test func `long cycles are shortened in the middle`() {
    let ring = (0..<40).map { "n\($0) -> n\(($0 + 1) % 40) 'next'" }.joined(separator: "; ")
    let drawn = text(ring)
    #expect(drawn.contains("… 28 more objects"))
    #expect(drawn.split(separator: "\n").count < 60)
  }

  @Test func `the limit says how many are left`() {
    var options = TextFormat.Options()
    options.limit = 1
    var drawn = ""
    let graph = ObjectGraph("a -> a 'x'; b -> b 'y'; c -> c 'z'")
    TextFormat(options: options).write([report(graph)], to: &drawn)
    #expect(drawn.contains("… and 2 more: raise --limit to see them"))
  }
}

@Suite struct HostileReportTests {
  /// A cycle and an abandoned object in which every text is `name`.
  private func report(named name: String) throws -> Report {
    var builder = ObjectGraph.Builder()
    builder.name = name
    for (number, id) in [ObjectID.text("a" + name), .text("b" + name), 3].enumerated() {
      var object = ObjectDescription(id: id, type: name)
      object.name = name
      object.file = name
      object.kind = ObjectKind(rawValue: number == 1 ? "closure" : name)
      if number == 2 { object.root = name }
      object.expectation = number == 0 ? LifetimeExpectation(.gone, because: name) : nil
      builder.add(object)
    }
    for (from, to) in [("a", "b"), ("b", "a")] {
      var reference = ReferenceDescription(from: .text(from + name), to: .text(to + name))
      reference.name = name
      builder.add(reference)
    }
    var held = ReferenceDescription(from: 3, to: .text("a" + name))
    held.until = .init(event: name, called: .inDeinit(of: .text("a" + name)))
    builder.add(held)
    let analysis = GraphAnalysis(of: try builder.build())
    return Report(Checks.findings(in: analysis), of: analysis, input: name)
  }

  @Test(arguments: Rounds.cases(HostileNames.all, usuallyOneOf: 3))
  func `no name breaks a line of text`(name: String) throws {
    let report = try report(named: name)
    #expect(!report.findings.isEmpty)
    let widths = [60, 80, 100]
    for (width, charset) in widths.flatMap({ width in
      TextFormat.Charset.allCases.map { (width, $0) }
    }) {
      var options = TextFormat.Options(width: width)
      options.charset = charset
      var text = ""
      TextFormat(options: options).write([report], to: &text)
      var isCode = false
      for line in text.split(separator: "\n") {
        // Words of code stand whole, up to a bound.
        isCode = line.hasPrefix("  code ") || isCode && line.hasPrefix("       ")
        #expect(DisplayWidth.of(line) <= (isCode ? 240 : width), "\(line)")
        #expect(!line.unicodeScalars.contains(where: acts), "\(line)")
      }
    }
  }

  @Test(arguments: Rounds.cases(HostileNames.all, usuallyOneOf: 3))
  func `JSON gives every name back`(name: String) throws {
    var text = ""
    JSONFormat().write([try report(named: name)], to: &text)
    #expect(!text.unicodeScalars.contains { acts($0) && $0 != "\n" })
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let report = try #require(value as? [String: Any])
    #expect((report["name"] as? String).map { Array($0.utf8) } == Array(name.utf8))
  }

  @Test(arguments: Rounds.cases(HostileNames.all, usuallyOneOf: 3))
  func `Markdown has no control character`(name: String) throws {
    var text = ""
    MarkdownFormat().write([try report(named: name)], to: &text)
    #expect(!text.unicodeScalars.contains { acts($0) && $0 != "\n" })
    // As code it may stand there: nothing in a span of code is obeyed.
    let prose = text.replacing(/`+[^`]*`+/, with: "")
    #expect(!prose.contains("<script>"), "\(text)")
  }

  /// Whether a scalar acts on a terminal; the joiner of emoji does not.
  private func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar != "\u{200d}" && !(0xe0020...0xe007f).contains(scalar.value)
    default: false
    }
  }
}

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("abc", 3), ("", 0), ("日本語", 6), ("👩‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("🇩🇪", 2), ("e\u{301}", 1),
    ("ｆｕｌｌ", 8), ("한글", 4), ("→", 1), ("✂", 1), ("é", 1),
  ])
  func `a text takes the columns that a terminal gives it`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test func `a text is shortened in the middle`() {
    #expect(DisplayWidth.fit("abcdefghij", to: 5) == "ab…ij")
    #expect(DisplayWidth.fit("日本語日本語", to: 7) == "日…語")
    #expect(DisplayWidth.fit("abc", to: 3) == "abc")
  }
}
