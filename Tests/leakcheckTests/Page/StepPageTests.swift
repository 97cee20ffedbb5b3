import Foundation
import LeakCheckTestSupport
import Testing

/// The step view in a browser.
@Suite(.enabled(if: Chromium.showsPictures, "Chromium or Graphviz is not installed"))
struct StepPageTests {
  private static let scenario = """
    {"leakcheck": 1, "scenario": "a delegate", "types": {
    "Model": {"properties": {"delegate": "weak"}},
    "Profile": {"is": "UIViewController", "callbacks": {"viewDidLoad": [
    {"set": "global.model.delegate", "to": "self"}]}}},
    "steps": [
    {"new": "Model", "as": "model"},
    {"set": "global.model", "to": "model"},
    {"new": "Profile", "as": "profile"},
    {"read": "profile.view"},
    {"drop": "profile"}]}
    """

  private func page(_ scenario: String = scenario) throws -> Chromium.Page {
    let scratch = try Scratch(["s.json": scenario])
    let result = try CommandResult.ofLeakcheck(
      ["simulate", "s.json", "--format", "html", "--output", "page.html"], in: scratch.url)
    #expect(result.errors == "leakcheck: wrote page.html\n")
    return Chromium.Page(
      scratch: scratch, text: String(decoding: try scratch.data("page.html"), as: UTF8.self))
  }

  private static let words = """
    location.hash = "r1s";
    await new Promise((done) => setTimeout(done, 50));
    const node = (name) => all(".film .node").find((node) => node.textContent.includes(name));
    const count = (name) => [...node(name).querySelectorAll("text")].at(-1).textContent;
    const edge = (name) => all(".film .edge").find((edge) => edge.textContent.includes(name));
    const told = () => say(text(".film-controls output"), find(".source .lit")?.value ?? "",
      all(".log li:not(.out)").length, count("Profile"), node("Profile").classList.contains("freed"),
      edge("delegate").querySelector("text").textContent.trim());
    """

  @Test func `the keys and the buttons go from step to step`() async throws {
    let result = try await page().opened(
      with: Self.words + """
        told(); press("ArrowRight"); press("ArrowRight"); told();
        press("ArrowRight"); press("ArrowRight"); told();
        press("End"); told(); press("ArrowRight"); told();
        press("ArrowLeft"); press("ArrowLeft"); press("ArrowLeft"); told();
        press("Home"); find("[aria-label='Next step']").click(); told();
        const slider = find(".film-controls input");
        slider.value = 6;
        slider.dispatchEvent(new Event("input"));
        told();
        say(text(".moments .current"));
        """)
    #expect(
      result.said == [
        "1 of 8|6|0|strong 0|false|delegate", "3 of 8|8|1|strong 1|false|delegate",
        "5 of 8|4|3|strong 1 (+1)|false|delegate", "8 of 8||4|freed|true|delegate = nil",
        "8 of 8||4|freed|true|delegate = nil", "5 of 8|4|3|strong 1 (+1)|false|delegate",
        "2 of 8|7|0|strong 0|false|delegate", "7 of 8|10|4|freed|true|delegate = nil",
        "line 10: drop profileProfile is freedModel.delegate is nil now",
      ])
    #expect(result.complaints == [])
  }

  @Test func `nothing jumps: every object stands where it stands in every step`() async throws {
    let result = try await page().opened(
      with: Self.words + """
        const places = () => all(".film .node").map((node) => node.getBBox()).map((box) =>
          [box.x + box.width / 2, box.y].map(Math.round).join()).join(" ");
        const view = () => find("svg").getAttribute("viewBox");
        const first = places() + view();
        for (let step = 0; step < 7; step += 1) { press("ArrowRight"); say(places() + view() === first); }
        """)
    #expect(result.said == Array(repeating: "true", count: 7))
  }

  @Test func `on a phone the picture and the controls fit`() async throws {
    let result = try await page().opened(
      with: Self.words + """
        const width = document.documentElement.clientWidth;
        say(document.documentElement.scrollWidth <= width);
        const fits = (element) => element.getBoundingClientRect().right <= width + 1;
        say(fits(find("figure")), fits(find(".film-controls")), fits(find(".source")));
        say(find("figure").getBoundingClientRect().bottom <= find(".film-controls").getBoundingClientRect().top);
        """, window: "500,844")
    #expect(result.said == ["true", "true|true|true", "true"])
  }

  @Test func `hostile names run nothing`() async throws {
    for name in ["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>"] {
      let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
      let page = try page(
        """
        {"leakcheck": 1, "scenario": \(text), "types": {"A": {"callbacks": {"go": [
        {"set": "self.handler", "to": {"closure": {"captures": {"self": "strong"}, "name": \(text)}}}]}}},
        "steps": [{"new": "A", "as": "a"}, {"call": "a.go"}]}
        """)
      let result = try await page.opened(
        with: """
          location.hash = "r1s";
          await new Promise((done) => setTimeout(done, 50));
          for (let step = 0; step < 9; step += 1) press("ArrowRight");
          say(all("img", document).length, text(".film-controls output").includes(" of "));
          """)
      #expect(result.said == ["0|true"] && result.complaints == [])
    }
  }

  @Test func `the same scenario gives the same page, and the log has the events asked for`() throws
  {
    #expect(try page().text == page().text)
    let scratch = try Scratch(["s.json": Self.scenario])
    let result = try CommandResult.ofLeakcheck(
      ["simulate", "s.json", "--format", "html", "--events", "deinit"], in: scratch.url)
    #expect(
      result.output.contains(
        "<ol class=\"log\" tabindex=\"0\"><li><b>Profile.<wbr>deinit</b></li></ol>"))
  }
}
