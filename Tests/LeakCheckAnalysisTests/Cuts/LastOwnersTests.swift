import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

/// The last owner of an object is not cut: what it holds would go as soon as it is stored.
@Suite struct LastOwnersTests {
  private func finding(_ literal: String) throws -> Finding {
    let findings = Checks.findings(in: GraphAnalysis(of: ObjectGraph(literal)))
    return try #require(findings.first)
  }

  private func fixes(_ finding: Finding) -> [String] {
    (finding.cut.steps + finding.alternatives.flatMap(\.steps)).map(\.fix)
  }

  /// What a report tells: no cut that takes something needed.
  private func offered(_ finding: Finding) -> [String] {
    ([finding.cut] + finding.alternatives.filter { $0.safety != .refuted })
      .flatMap(\.steps).map(\.fix)
  }

  @Test func `the only owner of a web view is never told to be weak`() throws {
    let finding = try finding(
      "Screen- -> WKWebView# 'webView'; WKWebView -> WKWebViewConfiguration# 'configuration';"
        + " WKWebViewConfiguration -> WKUserContentController# 'userContentController';"
        + " WKUserContentController -> Screen 'scriptMessageHandlers'")
    #expect(finding.cut.steps.map(\.reference.name) == ["scriptMessageHandlers"])
    #expect(!fixes(finding).contains { $0.contains("weak var") })
    let others = finding.alternatives.flatMap(\.steps)
    #expect(others.map(\.fix) == ["set Screen.webView to nil when its time is over"])
    #expect(others.map(\.event) == ["webView = nil"])
    #expect(
      others.allSatisfy { $0.safety != .proved && $0.why.contains("as soon as it is stored") })
  }

  /// A controller of a server lives by the routes that it has registered, and has the application.
  @Test(arguments: [1, 2, 5])
  func `closures that are all that owns a handler are not weak`(routes: Int) throws {
    let lists = (0..<routes).map { route in
      "Router -> r\(route) 'routes'; r\(route) -> c\(route) 'handler'; c\(route) -> Users 'self'"
    }
    let graph = try ObjectGraph(
      "App- -> Router 'router'; Users -> App 'app'; App -> Pool 'pool'; "
        + lists.joined(separator: "; ")
    ).changing(objects: { object in
      if object.type.first == "c" { object.kind = .closure }
    })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.cut.steps.map(\.fix) == ["declare `weak var app` in Users"])
    #expect(finding.cut.safety == .proved)
    let captures = finding.alternatives.filter { $0.steps.contains { $0.role == .selfCapture } }
    #expect(!captures.isEmpty && captures.allSatisfy { $0.safety == .unknown })
  }

  /// Pages of a book that is closed: each has the next and the one before.
  @Test func `a property is not made weak and cleared in one cut`() throws {
    let graph = try ObjectGraph(
      "Home! -> Desk 'desk'; Book- -> p1 'first'; Book -> p3 'last'; p1 -> p2 'next';"
        + " p2 -> p3 'next'; p2 -> p1 'previous'; p3 -> p2 'previous'"
    ).changing(objects: { if $0.type.first == "p" { $0.type = "Page" } })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.cut.steps.map(\.reference.name) == ["previous", "previous"])
    #expect(!finding.alternatives.isEmpty)
    for cut in finding.alternatives {
      let ways = Dictionary(grouping: cut.steps, by: \.reference.name).mapValues {
        Set($0.map(\.how))
      }
      #expect(ways.values.allSatisfy { $0.count == 1 }, "\(cut.steps.map(\.fix))")
    }
  }

  @Test func `a loader is let go, and not made weak, beside its delegate`() throws {
    let finding = try finding("List- -> Loader 'loader'; Loader -> List 'delegate'")
    #expect(
      fixes(finding) == [
        "declare `weak var delegate` in Loader", "set List.loader to nil when its time is over",
      ])
  }

  @Test func `a helper refers weakly to what is over and has it`() throws {
    let finding = try finding("Movie- -> Tracker 'tracker'; Tracker -> Movie 'movie'")
    #expect(finding.cut.steps.map(\.fix) == ["declare `weak var movie` in Tracker"])
  }

  @Test func `what a framework's object shows is not taken from it first`() throws {
    let graph = try ObjectGraph(
      "Status- -> NSPopover# 'popover'; NSPopover -> Content 'contentViewController';"
        + "Content -> NSPopover 'popover'"
    ).changing(objects: { if $0.type == "Content" { $0.kind = .controller } })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.cut.steps.map(\.fix) == ["set Content.popover to nil when its time is over"])
  }

  @Test(arguments: ["Download -> Download 'me'", "Download- -> Download 'me'"])
  func `what keeps itself lets go of itself`(literal: String) throws {
    let finding = try finding(literal)
    #expect(fixes(finding) == ["set Download.me to nil when its time is over"])
    #expect(finding.cut.steps.first?.code?.after == "me = nil")
    #expect(finding.cut.safety == .unknown)
  }

  @Test func `of two that nothing tells apart either is weak`() throws {
    let finding = try finding("Alpha -> Beta 'beta'; Beta -> Alpha 'alpha'")
    #expect(finding.isEither)
    #expect(finding.cut.safety == .unknown)
    #expect(
      fixes(finding) == [
        "declare `weak var beta` in Alpha", "declare `weak var alpha` in Beta",
      ])
  }

  /// An app lists the live ones of a type, each of which has one of another.
  @Test(arguments: [true, false])
  func `a live twin shows that something else owns what the cut leads to`(
    refersBack: Bool
  ) throws {
    var literal = "App! -> a1 'items'; a1 -> b1 'p'; x -> y 'p'; y -> x 'q'"
    if refersBack { literal += "; b1 -> a1 'q'" }
    let types = ["a1": "Alpha", "x": "Alpha", "b1": "Beta", "y": "Beta"]
    let graph = try ObjectGraph(literal).changing(objects: { $0.type = types[$0.type] ?? $0.type })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(finding.cut.steps.map(\.fix) == ["declare `weak var q` in Beta"])
    #expect(finding.cut.safety == .proved)
    #expect(
      finding.cut.steps.map(\.why) == [
        "something else owns Alpha, or owns live objects of its type"
      ])
    #expect(!fixes(finding).contains { $0.hasPrefix("set ") })
  }

  @Test func `what a twin shows to have another owner is weak`() throws {
    let finding = try finding(
      "App! -> a1 'first'; a1 -> b1 'part'; App -> b1 'spare'; a2 -> b2 'part'; b2 -> a2 'whole'")
    #expect(finding.kind == .cycle)
    #expect(!fixes(finding).isEmpty)
    #expect(finding.cut.steps.allSatisfy { $0.how == .weak })
  }

  @Test func `what is over is cleared where it leads back to what owned it`() throws {
    let finding = try finding(
      "Tab! -> Feed 'feed'; Feed -> Socket- 'socket'; Socket -> Feed 'delegate'")
    #expect(finding.kind == .abandoned)
    #expect(offered(finding) == ["set Feed.socket to nil when its time is over"])
    #expect(finding.cut.steps.first?.code?.after == "socket = nil")
  }

  @Test func `of what another of its class alone owns only the property is cleared`() throws {
    let graph = try ObjectGraph(
      "Feed! -> c1 'cells'; Feed -> c2 'cells'; c1 -> p1- 'player'; c2 -> p2 'player'"
    ).changing(objects: {
      $0.type = ["c1": "Cell", "c2": "Cell", "p1": "Player", "p2": "Player"][$0.type] ?? $0.type
    })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    #expect(offered(finding) == ["set Cell.player to nil when its time is over"])
    #expect(finding.cut.safety == .proved)
    #expect(finding.cut.steps.first?.code?.after == "player = nil")
  }

  @Test(arguments: [
    "Hotel! -> Room 'room'; Room -> Guest- 'occupant'",
    "Hotel! -> Room 'room'; Room -> Guest- 'occupant'; Guest -> Room 'stay'",
  ])
  func `of what is over either is told where nothing shows who owned it`(literal: String) throws {
    #expect(
      try offered(finding(literal)) == [
        "set Room.occupant to nil when its time is over", "declare `weak var occupant` in Room",
      ])
  }

  @Test(arguments: [
    // Shown by others, whatever it is to the router.
    "Router! -> ProfileViewController- 'current'; ProfileViewController -> Router 'delegate'",
    // A list, a task and a registration have one end.
    "App! -> Session- 'sessions[0]'", "App! -> Loop-{} 'loop'",
    "NotificationCenter#! -> Model- 'observers'",
  ])
  func `nothing is cleared beside what shows a screen or has one end`(literal: String) throws {
    #expect(try offered(finding(literal)).count == 1)
  }
}
