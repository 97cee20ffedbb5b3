import LeakCheckLifecycle
import LeakCheckText
import Testing

/// Programs that would run for longer than anybody waits, each of a few lines.
@Suite(.timeLimit(.minutes(30))) struct EndlessScenarioTests {
  private func error(_ types: String, _ steps: String) -> String {
    let text = "{\"leakcheck\": 1, \"types\": {\(types)}, \"steps\": [\(steps)]}"
    do throws(InputError) {
      _ = try ScenarioReader().read(Array(text.utf8), from: "f").run()
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
    #expect(message.contains("over 1000000 calls in all, at last in Clock.m0 → Clock.m1 → "))
    #expect(message.contains(" → … → ") && message.hasSuffix(": does it end?"))
  }

  @Test func `a few calls of very many actions end`() {
    let actions = Array(repeating: "{\"read\": \"self\"}", count: 400).joined(separator: ", ")
    let message = error(
      "\"Clock\": {\"is\": \"NSObject\", \"callbacks\": {\(ladder(15, last: actions))}}",
      "{\"new\": \"Clock\", \"as\": \"c\"}, {\"call\": \"c.m0\"}")
    #expect(message.contains("over 5000000 actions in all, at last in Clock.m0"), "\(message)")
  }

  @Test func `callbacks that call closures that call closures end`() {
    let closures = (0..<30).map { index in
      "{\"set\": \"self.f\(index)\", \"to\": {\"closure\": {\"captures\": {\"self\": \"weak\"}, "
        + "\"do\": [{\"call\": \"self.f\(index + 1)\"}, {\"call\": \"self.f\(index + 1)\"}]}}}"
    }
    let message = error(
      "\"A\": {\"is\": \"UIViewController\", \"callbacks\": {\"viewDidLoad\": "
        + "[\(closures.joined(separator: ", ")), {\"set\": \"self.f30\", \"to\": {\"closure\": {}}}, "
        + "{\"call\": \"self.f0\"}]}}",
      "{\"new\": \"A\", \"as\": \"a\"}, {\"read\": \"a.view\"}, {\"window\": \"w\", \"root\": \"a\"}, "
        + "{\"show\": \"w\"}")
    #expect(
      message.contains("over 1000000 calls in all, at last in A.viewDidLoad → "), "\(message)")
  }

  @Test func `the chain of an endless recursion is said too`() {
    let message = error(
      "\"A\": {\"is\": \"NSObject\", \"callbacks\": {\"f\": [{\"call\": \"self.g\"}], "
        + "\"g\": [{\"call\": \"self.f\"}]}}",
      "{\"new\": \"A\", \"as\": \"a\"}, {\"call\": \"a.f\"}")
    #expect(message.contains("deep, in A.f → A.g → A.f → … → "), "\(message)")
    #expect(message.hasSuffix("is this an endless recursion?"))
  }

  @Test func `a number out of range is shown`() {
    #expect(error("", "{\"advance\": 1e300}").contains("\"advance\" is 1e+300, expected"))
    #expect(error("", "{\"advance\": -3}").contains("\"advance\" is -3, expected"))
  }
}
