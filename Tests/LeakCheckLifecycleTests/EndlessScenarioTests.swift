import LeakCheckLifecycle
import LeakCheckText
import Testing

/// Programs that would run for longer than anybody waits, each of a few lines.
///
/// Here they end sooner than they do for others: to reach the bounds of every scenario takes seconds.
@Suite(.timeLimit(.minutes(30))) struct EndlessScenarioTests {
  private static let bounds: RunBounds = {
    var bounds = RunBounds()
    bounds.calls = 10_000
    bounds.actions = 50_000
    bounds.slotVisits = 1_000_000
    bounds.snapshotObjects = 1_000
    return bounds
  }()

  private func error(
    _ types: String, _ steps: String, within bounds: RunBounds = bounds
  ) -> String {
    let text = "{\"leakcheck\": 1, \"types\": {\(types)}, \"steps\": [\(steps)]}"
    do throws(InputError) {
      _ = try ScenarioReader().read(Array(text.utf8), from: "f").run(within: bounds)
      return ""
    } catch {
      return "\(error)"
    }
  }

  /// Methods that each call the next one so many times.
  private func ladder(_ count: Int, times: Int = 2, last: String = "") -> String {
    (0...count).map { index in
      let call = "{\"call\": \"self.m\(index + 1)\"}"
      let body =
        index == count ? last : Array(repeating: call, count: times).joined(separator: ", ")
      return "\"m\(index)\": [\(body)]"
    }.joined(separator: ", ")
  }

  @Test(arguments: ["NSObject", "UIViewController"])
  func `methods that call one another twice end, and the message says in which`(base: String) {
    let message = error(
      "\"Clock\": {\"is\": \"\(base)\", \"callbacks\": {\(ladder(40))}}",
      "{\"new\": \"Clock\", \"as\": \"c\"}, {\"call\": \"c.m0\"}")
    #expect(message.contains("over 10000 calls in all, at last in Clock.m0 → Clock.m1 → "))
    #expect(message.contains(" → … → ") && message.hasSuffix(": does it end?"))
  }

  @Test func `a few calls of very many actions end`() {
    let actions = Array(repeating: "{\"read\": \"self\"}", count: 400).joined(separator: ", ")
    let message = error(
      "\"Clock\": {\"is\": \"NSObject\", \"callbacks\": {\(ladder(10, last: actions))}}",
      "{\"new\": \"Clock\", \"as\": \"c\"}, {\"call\": \"c.m0\"}")
    #expect(message.contains("over 50000 actions in all, at last in Clock.m0"), "\(message)")
  }

  /// A controller whose closures each call the next one twice.
  private func closures(within bounds: RunBounds = bounds) -> String {
    let closures = (0..<30).map { index in
      "{\"set\": \"self.f\(index)\", \"to\": {\"closure\": {\"captures\": {\"self\": \"weak\"}, "
        + "\"do\": [{\"call\": \"self.f\(index + 1)\"}, {\"call\": \"self.f\(index + 1)\"}]}}}"
    }
    return error(
      "\"A\": {\"is\": \"UIViewController\", \"callbacks\": {\"viewDidLoad\": "
        + "[\(closures.joined(separator: ", ")), {\"set\": \"self.f30\", \"to\": {\"closure\": {}}}, "
        + "{\"call\": \"self.f0\"}]}}",
      "{\"new\": \"A\", \"as\": \"a\"}, {\"read\": \"a.view\"}, {\"window\": \"w\", \"root\": \"a\"}, "
        + "{\"show\": \"w\"}", within: bounds)
  }

  @Test func `callbacks that call closures that call closures end`() {
    let message = closures()
    #expect(
      message.contains("over 10000 calls in all, at last in A.viewDidLoad → "), "\(message)")
  }

  @Test func `looks at references end`() {
    var bounds = Self.bounds
    bounds.slotVisits = 1_000
    let message = closures(within: bounds)
    #expect(message.contains("over 1000 references looked at in all, at last in"), "\(message)")
  }

  @Test func `very many timers that fire very often end`() {
    let timer = "{\"timer\": {\"every\": 1, \"target\": \"a\", \"selector\": \"t\"}}"
    let timers = Array(repeating: timer, count: 200).joined(separator: ", ")
    let message = error(
      "\"A\": {\"is\": \"NSObject\", \"callbacks\": {\"t\": []}}",
      "{\"new\": \"A\", \"as\": \"a\"}, \(timers), {\"advance\": 1000}", within: Self.bounds)
    #expect(message.contains("over 10000 calls in all"), "\(message)")
  }

  @Test func `very many questions about very many objects end`() {
    var bounds = Self.bounds
    bounds.slotVisits = 1_000
    let made = (0..<100).map { "{\"new\": \"A\", \"as\": \"o\($0)\"}" }
    // A controller may have others in it by now, so each is looked at again.
    let asked = Array(repeating: "{\"expectGone\": \"A\"}", count: 100)
    let message = error(
      "\"A\": {\"is\": \"UIViewController\"}", (made + asked).joined(separator: ", "),
      within: bounds)
    #expect(message.contains("over 1000 references and objects looked at in all"), "\(message)")
  }

  @Test func `of very many locals each is found, dropped and found again`() {
    let count = 100
    let made = (0..<count).map { "{\"new\": \"NSObject\", \"as\": \"o\($0)\"}" }
    let dropped = (0..<count).map { "{\"drop\": \"o\(($0 * 37) % count)\"}" }
    let steps = made + dropped + made + dropped.reversed()
    #expect(error("", steps.joined(separator: ", ")) == "")
    let again = error("", (made + dropped + dropped.prefix(1)).joined(separator: ", "))
    #expect(again.contains("\"o0\" was dropped"), "\(again)")
  }

  @Test func `the chain of an endless recursion is said too`() {
    let message = error(
      "\"A\": {\"is\": \"NSObject\", \"callbacks\": {\"f\": [{\"call\": \"self.g\"}], "
        + "\"g\": [{\"call\": \"self.f\"}]}}",
      "{\"new\": \"A\", \"as\": \"a\"}, {\"call\": \"a.f\"}")
    #expect(message.contains("deep, in A.f → A.g → A.f → … → "), "\(message)")
    #expect(message.hasSuffix("is this an endless recursion?"))
  }

  @Test func `tasks that wake one another end`() {
    let task =
      "{\"task\": {\"closure\": {\"captures\": {\"self\": \"strong\"}, \"do\": [{\"signal\": \"x\"}, "
      + "{\"await\": \"x\"}, {\"call\": \"self.go\"}]}}, \"in\": \"self.t\"}"
    let message = error(
      "\"A\": {\"is\": \"NSObject\", \"callbacks\": {\"go\": [\(task), {\"signal\": \"x\"}]}}",
      "{\"new\": \"A\", \"as\": \"a\"}, {\"call\": \"a.go\"}, {\"signal\": \"x\"}")
    #expect(message.contains("tasks start tasks over 100 deep"), "\(message)")
  }

  @Test func `types are supertypes of one another only so deep`() {
    func types(_ count: Int) -> String {
      let first = "\"T0\": {\"is\": \"NSObject\", \"properties\": {\"p\": \"weak\"}}"
      let others = (1..<count).map { "\"T\($0)\": {\"is\": \"T\($0 - 1)\"}" }
      return (others.reversed() + [first]).joined(separator: ", ")
    }
    let steps = "{\"new\": \"T99\", \"as\": \"a\"}, {\"set\": \"a.p\", \"to\": \"a\"}"
    #expect(error(types(100), steps) == "")
    #expect(error(types(101), steps).contains("\"T100\" has 100 supertypes in the file"))
    #expect(error(types(20_000), steps).contains("\"T100\" has 100 supertypes in the file"))
  }

  @Test func `a number out of range is shown`() {
    #expect(error("", "{\"advance\": 1e300}").contains("\"advance\" is 1e+300, expected"))
    #expect(error("", "{\"advance\": -3}").contains("\"advance\" is -3, expected"))
  }

  @Test func `snapshots of many objects end, unless only one is kept`() throws {
    let steps = (0..<60).map {
      "{\"new\": \"NSObject\", \"as\": \"o\($0)\"}, {\"snapshot\": \"s\($0)\"}"
    }
    .joined(separator: ", ")
    #expect(error("", steps).contains("over 1000 objects in the snapshots so far"))
    let text = "{\"leakcheck\": 1, \"steps\": [\(steps)]}"
    let scenario = try ScenarioReader().read(Array(text.utf8), from: "f")
    #expect(try scenario.run().snapshots.count == 60)
    let kept = try scenario.run(keeping: ["s3", "s9"]).snapshots
    #expect(kept.keys.sorted() == ["s3", "s9"])
  }
}
