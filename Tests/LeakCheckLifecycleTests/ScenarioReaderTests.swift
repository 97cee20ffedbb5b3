import LeakCheckImport
import LeakCheckLifecycle
import LeakCheckTestSupport
import LeakCheckText
import Testing

/// Scenario files: what is wrong, where, and the nearest word.
@Suite struct ScenarioReaderTests {
  private func error(_ text: String) -> String {
    do throws(InputError) {
      let scenario = try ScenarioReader().read(Array(text.utf8), from: "s.json")
      _ = try scenario.run()
      return "no error"
    } catch {
      return "\(error)"
    }
  }

  private func steps(_ text: String) -> String {
    error("{\"leakcheck\": 1, \"steps\": [\n\(text)\n]}")
  }

  @Test func `the file itself`() {
    #expect(error("{").contains("s.json:1:2: truncated"))
    #expect(error("{\"steps\": []}").contains("without \"leakcheck\""))
    #expect(error("{\"leakcheck\": 2, \"steps\": []}").contains("expected version 1"))
    #expect(error("{\"leakcheck\": 1}").contains("without \"steps\""))
    #expect(
      error("{\"leakcheck\": 1, \"step\": []}").contains("did you mean \"steps\"?"))
    #expect(
      error("{\"leakcheck\": 1, \"profile\": \"moden\", \"steps\": []}")
        .contains("did you mean \"modern\"?"))
  }

  @Test func `unknown words name the nearest`() {
    #expect(
      steps("{\"psh\": \"a\", \"on\": \"b\"}").contains("s.json:2:2: unknown action: \"psh\""))
    #expect(steps("{\"psh\": \"a\", \"on\": \"b\"}").contains("did you mean \"push\"?"))
    #expect(steps("{\"push\": \"a\", \"onn\": \"b\"}").contains("did you mean \"on\"?"))
    #expect(steps("{\"push\": \"a\"}").contains("without \"on\""))
    #expect(steps("\"sper\"").contains("did you mean \"super\"?"))
    #expect(
      steps("{\"new\": \"UIViewControler\", \"as\": \"a\"}")
        .contains("did you mean \"UIViewController\"?"))
    #expect(
      error("{\"leakcheck\": 1, \"types\": {\"A\": {\"is\": \"UIVewController\"}}, \"steps\": []}")
        .contains("did you mean \"UIViewController\"?"))
    #expect(
      error(
        "{\"leakcheck\": 1, \"types\": {\"A\": {\"is\": \"B\"}, \"B\": {\"is\": \"A\"}}, \"steps\": []}"
      ).contains("its own supertype"))
  }

  @Test func `names that are not there say where they went`() {
    let start = "{\"new\": \"NSObject\", \"as\": \"profile\"},\n"
    #expect(
      steps(start + "{\"drop\": \"profile\"},\n{\"set\": \"profile.x\", \"to\": null}")
        .contains("s.json:4:1: \"profile\" was dropped at line 3"))
    #expect(
      steps(start + "{\"drop\": \"profil\"}").contains("did you mean \"profile\"?"))
    #expect(steps("{\"call\": \"self.x\"}").contains("the steps have no self"))
    #expect(
      steps(start + "{\"push\": \"profile\", \"on\": \"profile\"}")
        .contains("expected a UINavigationController"))
    #expect(steps(start + "{\"call\": \"profile.refresh\"}").contains("no method \"refresh\""))
    #expect(steps("{\"await\": \"x\"}").contains("outside a task"))
  }

  @Test func `a callback that is misspelt`() {
    func type(_ callback: String, _ step: String = "") -> String {
      error(
        """
        {"leakcheck": 1, "types": {"A": {"is": "UIViewController", "callbacks": {
        "\(callback)": []}}}, "steps": [{"new": "A", "as": "a"}\(step)]}
        """)
    }
    #expect(type("viewDidLaod").contains("s.json:2:16: nothing calls \"viewDidLaod\" of \"A\""))
    #expect(type("viewDidLaod").contains("did you mean \"viewDidLoad\"?"))
    #expect(type("viewDidLaod", ", {\"call\": \"a.viewDidLaod\"}") == "no error")
    #expect(type("viewDidTapSave") == "no error")
    #expect(type("viewWillAppear(_:)") == "no error")
  }

  @Test func `operands of the wrong kind`() {
    #expect(steps("{\"advance\": -1}").contains("at least 0"))
    #expect(steps("{\"advance\": \"1\"}").contains("\"advance\" is a string"))
    #expect(steps("{\"timer\": {\"every\": 1}}").contains("\"target\" or \"block\""))
    #expect(steps("{\"drop\": \"a b\"}").contains("is not a name"))
    #expect(steps("{\"new\": \"NSObject\", \"as\": \"a.b\"}").contains("without dots"))
    #expect(steps("5").contains("a number where an action belongs"))
    #expect(
      steps("{\"set\": \"a\", \"to\": {\"closur\": {}}}").contains("did you mean \"closure\"?"))
  }

  @Test func `endless programs end with an error`() {
    let types =
      "\"types\": {\"A\": {\"is\": \"NSObject\", \"callbacks\": {\"f\": [{\"call\": \"self.f\"}]}}}"
    #expect(
      error(
        "{\"leakcheck\": 1, \(types), \"steps\": [{\"new\": \"A\", \"as\": \"a\"}, {\"call\": \"a.f\"}]}"
      ).contains("endless recursion"))
    // A million firings take a while.
    guard Rounds.isAll else { return }
    #expect(
      steps(
        "{\"timer\": {\"every\": 0, \"block\": {\"do\": [{\"post\": \"x\"}]}}}, {\"advance\": 1000000}"
      ).contains("the run loop would fire more than 1000000 times"))
  }

  @Test func `damaged and hostile scenarios end with an error or a result`() {
    let text = """
      {"leakcheck": 1, "scenario": "s", "types": {"A": {"is": "UIViewController", "callbacks": {
      "viewDidLoad": [{"set": "self.h", "to": {"closure": {"captures": {"self": "weak"},
      "do": [{"guard": "self"}, {"call": "self.f"}]}}}, {"timer": {"every": 1, "target": "self"},
      "in": "self.t"}, {"task": {"do": [{"for await": "s", "do": [{"read": "self.view"}]}]}}],
      "f": ["log"], "deinit": [{"invalidate": "self.t"}]}}},
      "steps": [{"new": "A", "as": "a"}, {"new": "UINavigationController", "as": "n", "root": "a"},
      {"window": "w", "root": "n"}, {"show": "w"}, {"new": "A", "as": "b"}, {"push": "b", "on": "n"},
      {"present": "b", "from": "a", "style": "pageSheet"}, {"advance": 3}, {"yield": "s"},
      {"call": "b.h"}, {"pop": "n"}, {"rotate": "w"}, {"memoryWarning": true}, {"background": true},
      {"expectGone": "A"}, {"snapshot": "x"}, {"disconnectScene": "w"}]}
      """
    let words = ["self", "a", "b", "w", "n", "null", "\"a\"", "{}", "[]", "9e99", "\\u0000"]
    var random = SplitMix64(seed: 11)
    for _ in 0..<Rounds.of(2_000, usually: 400) {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let start = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...6, using: &random))
        let word = Array((words.randomElement(using: &random) ?? "").utf8)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.replaceSubrange(start..<end, with: word)
        case 1: bytes.removeSubrange(start..<end)
        default: bytes.insert(contentsOf: bytes[start..<end], at: start)
        }
      }
      do throws(InputError) {
        let scenario = try ScenarioReader().read(bytes, from: "f")
        _ = try scenario.runCheckingHeap()
      } catch {
        #expect(error.line >= 1 && !error.problem.contains("counts"), "\(error)")
      }
    }
  }
}
