import Foundation
import LeakCheckTestSupport
import Testing

/// The page in a browser: its script, which nothing else runs.
@Suite(.enabled(if: Chromium.showsPictures, "Chromium or Graphviz is not installed"))
struct PageTests {
  @Test func `the first finding is shown, or what the address names`() async throws {
    let page = try await Chromium.page(of: twoLeaks)
    let first = try await page.opened()
    #expect(first.output.contains(#/<section class="error current" id="r1f1">/#))
    #expect(
      first.output.contains(#/<a class="finding error current" href="\#r1f1" aria-current="true">/#)
    )
    #expect(first.output.contains("Objects in the picture"))
    #expect(first.complaints == [])
    let second = try await page.opened(at: "r1f2")
    #expect(second.output.contains(#/<section class="error current" id="r1f2">/#))
    for hash in ["nowhere", "%"] {
      let nowhere = try await page.opened(at: hash)
      #expect(nowhere.output.contains(#/<section class="error current" id="r1f1">/#))
      #expect(nowhere.complaints == [])
    }
  }

  @Test func `no other script runs in the page`() async throws {
    let page = try await Chromium.page(of: twoLeaks)
    let result = try await page.opened(
      with: "document.documentElement.setAttribute('lang', 'foreign')", asIs: true)
    #expect(result.output.contains("<html lang=\"en\" class=\"app\">"))
    #expect(result.complaints.contains { $0.contains("Content Security Policy") })
  }

  @Test func `a hostile graph runs nothing and breaks nothing`() async throws {
    let names = HostileNames.all.filter { $0.contains("<") || $0.contains("alert") }
    // Each is a browser of its own; the last ones are those that would act.
    for name in names.suffix(Rounds.of(names.count, usually: 5)) {
      let data = try JSONEncoder().encode(name)
      let text = String(decoding: data, as: UTF8.self)
      let page = try await Chromium.page(
        of: """
          {"leakcheck": 1, "objects": [{"id": "a", "type": \(text), "name": \(text)},
          {"id": "b", "type": "B", "kind": "closure", "name": \(text)}],
          "references": [{"from": "a", "to": "b", "name": \(text)},
          {"from": "b", "to": "a", "name": \(text)}]}
          """)
      let result = try await page.opened(with: Self.touchEverything)
      #expect(result.complaints == [], "\(name)")
      #expect(result.said == ["touched"], "\(name)")
    }
  }

  @Test func `a click on a node and on an edge tells of them, Escape takes it back`() async throws {
    let page = try await Chromium.page(of: twoLeaks)
    let result = try await page.opened(
      with: """
        const node = find(".node.s_path");
        click(node);
        say(text(".picked h2"), all(".on.node").length, all(".lit").length);
        const edge = find(".edge.cut .hit");
        click(edge);
        say(text(".picked h2"), text(".picked .fix"), all(".on.edge").length);
        press("Escape");
        say(all(".picked").length, all(".on").length, all(".lit").length);
        over(node);
        find("svg").dispatchEvent(new PointerEvent("pointerleave"));
        say(all(".on").length, all(".lit").length);
        location.hash = "r1";
        await new Promise((done) => setTimeout(done, 50));
        all("#objects button", document).find((button) => button.textContent.startsWith("Settings")).click();
        say(...all(".picked .trace li").map((row) => row.textContent));
        """)
    #expect(
      result.said == [
        "Screen|2|1", "{ handler } → self (captured)|✂\u{FE0E} Cut here: [weak self]|1", "0|0|0",
        "0|0", "App|settingsstrong|Settings",
      ])
    #expect(result.complaints == [])
  }

  @Test func `two fingers zoom, the right button and a lost one move nothing`() async throws {
    let page = try await Chromium.page(of: twoLeaks)
    let result = try await page.opened(
      with: """
        const svg = find("svg");
        const view = () => svg.getAttribute("viewBox");
        const [x, y] = middle(svg);
        const point = (type, pointerId, x, more = {}) => svg.dispatchEvent(new PointerEvent(
          type, { bubbles: true, pointerId, pointerType: "touch", clientX: x, clientY: y, ...more }));
        const whole = view().split(" ").map(Number);
        point("pointerdown", 1, x - 50); point("pointerdown", 2, x + 50);
        point("pointermove", 2, x + 150);
        point("pointerup", 1, x - 50); point("pointerup", 2, x + 150);
        say(Math.abs(view().split(" ")[2] / whole[2] - 0.5) < 0.01);
        const near = view();
        point("pointermove", 2, x); say(view() === near);
        const mouse = { pointerType: "mouse", button: 2, buttons: 2 };
        point("pointerdown", 3, x, mouse); point("pointermove", 3, x + 90, mouse); say(view() === near);
        point("pointerdown", 3, x, { pointerType: "mouse", buttons: 1 });
        // The button went up outside of the window.
        point("pointermove", 3, x + 90, { pointerType: "mouse", buttons: 0 }); say(view() === near);
        svg.dispatchEvent(new WheelEvent("wheel", { deltaX: 30, clientX: x, clientY: y }));
        say(view().split(" ")[2] === near.split(" ")[2], view() !== near);
        dispatchEvent(new Event("beforeprint"));
        say(view() === whole.join(" "), all("details:not([open])", document).length);
        dispatchEvent(new Event("afterprint"));
        say(view() === whole.join(" "), all("details:not([open])", document).length > 0);
        """)
    #expect(
      result.said == [
        "true", "true", "true", "true", "true|true", "false|0", "false|true",
      ])
    #expect(result.complaints == [])
  }

  @Test func `the overview leads from an object to its finding`() async throws {
    let page = try await Chromium.page(of: twoLeaks)
    let result = try await page.opened(
      with: """
        location.hash = "r1";
        await new Promise((done) => setTimeout(done, 50));
        for (const leak of all(".cluster.leak")) {
          const box = leak.getBBox();
          say(leak.querySelector("text").textContent.split(" · ")[0], box.width > 0);
        }
        const named = (name) => all("#objects button", document).find((button) => button.textContent.startsWith(name));
        for (const name of ["Screen", "Transfer", "App"]) {
          named(name).click();
          say(name, find(".picked a")?.getAttribute("href"));
        }
        """)
    #expect(
      result.said.sorted() == [
        "App|", "Leak 1|true", "Leak 2|true", "Screen|#r1f1", "Transfer|#r1f2",
      ])
    #expect(result.complaints == [])
  }

  @Test func `what ends by itself or is freed is not told to keep anything`() async throws {
    let page = try await Chromium.page(
      of: """
        {"leakcheck": 1, "objects": [
          {"id": "r", "type": "Root", "root": "main"}, {"id": "q", "type": "Request"},
          {"id": "s", "type": "Screen"}, {"id": "m", "type": "Model"},
          {"id": "f", "type": "Freed", "expect": "gone"}],
        "references": [
          {"from": "r", "to": "q", "name": "queue"},
          {"from": "q", "to": "s", "name": "completion",
           "until": {"event": "completion", "called": "automatically"}},
          {"from": "s", "to": "m", "name": "model"}, {"from": "m", "to": "s", "name": "owner"},
          {"from": "f", "to": "q", "name": "last"}]}
        """)
    let result = try await page.opened(
      with: """
        location.hash = "r1";
        await new Promise((done) => setTimeout(done, 50));
        const pick = (name) => all("#objects button", document).find((button) => button.textContent.startsWith(name)).click();
        const follow = (name) => all(".picked .reveal").find((button) => button.textContent === name).click();
        const told = () => say(text(".picked h2"), all(".picked h3").map((title) => title.textContent).join(), text(".picked p:not([class])"));
        pick("Screen"); told();
        follow("completion"); told();
        pick("Request"); told();
        follow("queue"); told();
        pick("Freed"); say(text(".picked .facts"));
        follow("last"); told();
        """)
    #expect(
      result.said == [
        "Screen|Refers to,Referred to by|Leak 1 · retain cycle · 2 objects",
        "Request → completion||It ends by itself, so it keeps Screen alive only for a while.",
        "Request|Kept alive by,Refers to,Referred to by|",
        "Root → queue||It keeps Request alive.", "object · freed: nothing keeps it",
        "Freed → last||Nothing keeps Freed, so it does not keep Request alive.",
      ])
    #expect(result.complaints == [])
  }

  @Test func `a search leaves the findings that have it, and lights the objects`() async throws {
    let page = try await Chromium.page(of: twoLeaks)
    let result = try await page.opened(
      with: """
        const search = document.getElementById("search");
        search.value = "downloader";
        search.dispatchEvent(new Event("input"));
        say(...all("nav a:not(.out)", document).map((link) => link.getAttribute("href")));
        press("j"); press("j"); press("j");
        say(document.querySelector("section.current").id);
        say(...all("#objects button:not(.out) span", document).map((name) => name.textContent));
        say(...all(".on.node").map((node) => node.querySelector("text:nth-of-type(2)").textContent));
        // What is in the page only for the browser is not found.
        search.value = "sans-serif";
        search.dispatchEvent(new Event("input"));
        say(all("nav a:not(.out)", document).length, document.querySelector(".nothing")?.textContent);
        """)
    #expect(
      result.said == [
        "#r1|#r1f2", "r1f2", "Downloader", "Downloader", "0|Nothing has that in it.",
      ])
    #expect(result.complaints == [])
  }

  @Test func `the picture follows the wheel and the pointer, and fits again`() async throws {
    let page = try await Chromium.page(of: twoLeaks)
    let result = try await page.opened(
      with: """
        const svg = find("svg");
        const view = () => svg.getAttribute("viewBox").split(" ").map(Number);
        const whole = view();
        const [x, y] = middle(svg);
        const point = (type, x, y) => svg.dispatchEvent(
          new PointerEvent(type, { bubbles: true, clientX: x, clientY: y }));
        svg.dispatchEvent(new WheelEvent("wheel", { deltaY: -1, clientX: x, clientY: y }));
        const near = view();
        say(near[2] < whole[2], Math.abs(near[0] + near[2] / 2 - whole[0] - whole[2] / 2) < 1);
        point("pointerdown", x, y); point("pointermove", x + 50, y); point("pointerup", x + 50, y);
        const moved = view();
        say(moved[0] < near[0], moved[2] === near[2]);
        all(".zoom button").at(-1).click();
        say(view().join() === whole.join());
        // Without the transition, whose end depends on frames being painted.
        find(".s_live").style.transition = "none";
        say(getComputedStyle(find(".s_live")).opacity);
        document.getElementById("leaks-only").click();
        say(getComputedStyle(find(".s_live")).opacity < 1);
        // What is lit is lit all the same.
        over(find(".s_live"));
        say(getComputedStyle(find(".s_live")).opacity);
        """)
    #expect(result.said == ["true|true", "true|true", "true", "1", "true", "1"])
    #expect(result.complaints == [])
  }

  /// Points at and clicks everything in every section.
  private static let touchEverything = """
    for (const link of all("nav a", document)) {
      location.hash = link.getAttribute("href");
      await new Promise((done) => setTimeout(done, 20));
      for (const part of all(".node, .edge, .hit")) { over(part); click(part); }
      for (const button of all("#objects button", document)) button.click();
    }
    say("touched");
    """
}

/// Two leaks, one of which a root holds.
private let twoLeaks = """
  {"leakcheck": 1, "objects": [
    {"id": "app", "type": "App", "root": "main"}, {"id": "d", "type": "Downloader", "size": 10},
    {"id": "s", "type": "Screen", "size": 900, "expect": "gone"},
    {"id": "c", "type": "() -> ()", "kind": "closure", "name": "{ handler }", "size": 64},
    {"id": "t", "type": "Transfer", "size": 10}, {"id": "p", "type": "Settings"}],
  "references": [
    {"from": "s", "to": "c", "name": "onTap"},
    {"from": "c", "to": "s", "name": "self", "kind": "capture"},
    {"from": "d", "to": "t", "name": "transfer"}, {"from": "t", "to": "d", "name": "delegate"},
    {"from": "app", "to": "s", "name": "last", "strength": "weak"},
    {"from": "app", "to": "p", "name": "settings"}]}
  """
