import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

@Suite struct FrameworkCatalogueTests {
  private static let kinds: [ObjectKind] = [
    "object", "controller", "view", "window", "closure", "task", "observer", "timer", "delegate",
    "collection", "unheard-of",
  ].map(ObjectKind.init(rawValue:))

  private static let types = [
    "", ".", "T", "Timer", "NSTimer", "Foundation.Timer", "MyTimerBox<Sink<Int>>", "Sinker",
    "Combine.Subscribers.Sink<Int, Never>", "UITableView", "UIview", "NSScrollView", "CAShapeLayer",
    "HomeViewController", "viewcontroller", "Task<(), Never>", "_TaskBox", "日本.Timer", "*",
    "N*View", "RunLoop", "NotificationCenter", "NotificationCenter.Publisher",
    "SwiftUI.StateObject<Model>",
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.",
  ]

  @Test func `the rows that mean an object are those that say so when all are asked`() {
    let own = FrameworkRow(
      code: "", holders: ["*", "My*Box"], references: [], ownership: .owned, event: nil, fix: nil,
      change: nil, documentation: "")
    var found = 0
    for catalogue in [
      FrameworkCatalogue.builtIn, FrameworkCatalogue.builtIn.adding(rows: [own], leaks: []),
    ] {
      let names = Self.types + catalogue.rows.flatMap(\.examples)
      for name in names.map(PlainTypeName.init) {
        for kind in Self.kinds {
          let rows = catalogue.rows(meaning: name, kind)
          let all = catalogue.rows.filter { $0.mayMean(name, kind) }
          #expect(rows.map(ObjectIdentifier.init) == all.map(ObjectIdentifier.init))
          found += rows.count
        }
      }
    }
    #expect(found > 1_000)
  }

  /// A graph that somebody wrote by hand says of no object that it is a framework's.
  @Test(arguments: [
    ("URLSession", "delegate", "call finishTasksAndInvalidate() or invalidateAndCancel()"),
    ("CADisplayLink", "target", "call invalidate() on CADisplayLink"),
    ("CABasicAnimation", "delegate", "take CABasicAnimation off its layer"),
    ("AVPlayer", "timeObserver", "call removeTimeObserver(_:) on AVPlayer"),
    ("UITapGestureRecognizer", "target", "call removeTarget(_:action:)"),
    ("Timer", "target", "call invalidate() on Timer"),
    ("Foundation.Timer", "target", "call invalidate() on Foundation.Timer"),
    ("NSTimer", "userInfo", "call invalidate() on NSTimer"),
    ("NSKeyValueObservation", "callback", "call invalidate() on NSKeyValueObservation"),
    ("AnyCancellable", "sink", "cancel the subscription"),
  ])
  func `a framework's class is known by its whole name, whoever is said to have it`(
    _ type: String, _ property: String, _ fix: String
  ) throws {
    #expect(try Self.fix(for: type, property).hasPrefix(fix))
  }

  /// An app has a class of such a name in a module of its own.
  @Test func `a class of an app's module is not a framework's`() throws {
    let fix = try Self.fix(for: "Clock.Timer", "target")
    #expect(fix.hasPrefix("make target weak") || fix.hasPrefix("declare"), "\(fix)")
  }

  /// The fix of a manager that owns an object of a type which leads back by a property.
  private static func fix(for type: String, _ property: String) throws -> String {
    var builder = ObjectGraph.Builder()
    var manager = ObjectDescription(id: "manager", type: "PulseManager")
    manager.expectation = LifetimeExpectation(.gone)
    builder.add(manager)
    builder.add(ObjectDescription(id: "held", type: type))
    var forth = ReferenceDescription(from: "manager", to: "held")
    var back = ReferenceDescription(from: "held", to: "manager")
    (forth.name, back.name) = ("helper", property)
    builder.add(forth)
    builder.add(back)
    let findings = Checks.findings(in: GraphAnalysis(of: try builder.build()))
    return try #require(findings.first?.cut.steps.first).fix
  }

  @Test func `letters are told apart by case, and other bytes are none`() {
    #expect(LetterSet("abc".utf8).contains(LetterSet("ca".utf8)))
    #expect(!LetterSet("abc".utf8).contains(LetterSet("A".utf8)))
    #expect(!LetterSet("abc".utf8).contains(LetterSet("d".utf8)))
    #expect(LetterSet("".utf8).contains(LetterSet("1 .é".utf8)))
  }
}

extension FrameworkRow {
  /// Names that its patterns match, or nearly do.
  fileprivate var examples: [String] {
    holders.flatMap { pattern in
      ["", "X", ".a"].map { text in
        pattern.parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: text)
      }
    }
  }
}
