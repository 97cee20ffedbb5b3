import Foundation
import LeakCheckTestSupport
import Testing

/// How a page is found one's way in: its search, its overview, its fixes, and on a phone.
@Suite(.enabled(if: Chromium.showsPictures, "Chromium or Graphviz is not installed"))
struct PageReadingTests {
  private static func cycle(_ name: String) -> String {
    """
    {"leakcheck": 1, "name": "graph of \(name)", "objects": [
      {"id": "a", "type": "\(name)Screen", "size": 900, "expect": "gone"},
      {"id": "c", "type": "() -> ()", "kind": "closure", "name": "closure #1 in \(name)Screen.load()"},
      {"id": "v", "type": "\(name)View", "size": 100}],
    "references": [{"from": "a", "to": "c", "name": "onTap"}, {"from": "a", "to": "v", "name": "view"},
      {"from": "c", "to": "a", "name": "self", "kind": "capture"}]}
    """
  }

  @Test
  func `a search hides empty headings, leaves a page that is left out, and Enter opens the first`()
    async throws
  {
    let page = try await Chromium.page(of: Self.cycle("Cart"), Self.cycle("Login"))
    let result = try await page.opened(
      with: """
        const search = document.getElementById("search");
        const type = (text) => { search.value = text; search.dispatchEvent(new Event("input")); };
        const headings = () => all("nav > h2", document).filter((h) => !h.classList.contains("out")).map((h) => h.textContent);
        say(headings().length, current().id);
        type("loginscreen");
        say(headings().length, headings()[0].startsWith("graph of Login"), current().id);
        search.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        await new Promise((done) => setTimeout(done, 30));
        say(location.hash, document.activeElement === search);
        type("nothing of the kind");
        say(headings().length, all(".nothing", document).length);
        press("Escape");
        say(headings().length, all(".nothing", document).length);
        """)
    #expect(result.said == ["2|r1f1", "1|true|r2", "#r2|false", "0|1", "2|0"])
    #expect(result.complaints == [])
  }

  @Test func `the overview lists findings and types, and a picture has a role and a name`()
    async throws
  {
    let page = try await Chromium.page(of: Self.cycle("Cart"))
    let result = try await page.opened(
      with: """
        location.hash = "r1";
        await new Promise((done) => setTimeout(done, 50));
        say(all("ol.overview a").map((a) => a.getAttribute("href") + " " + a.textContent).join());
        say(all(".types tr").map((row) => [...row.children].map((cell) => cell.textContent).join(" ")).join());
        const svg = find("svg");
        say(svg.getAttribute("role"), svg.getAttribute("aria-label"), svg.querySelector("title").textContent);
        """)
    #expect(
      result.said == [
        "#r1f1 CartScreen", "CartScreen × 1 900 bytes,CartView × 1 100 bytes,() -&gt; () × 1 –",
        "img|1 leak in graph of Cart|1 leak in graph of Cart",
      ])
    #expect(result.complaints == [])
  }

  @Test func `a fix can be copied`() async throws {
    let page = try await Chromium.page(of: Self.cycle("Cart"))
    let result = try await page.opened(
      with: """
        let copied = "";
        Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { copied = text; } } });
        find(".copy").click();
        await new Promise((done) => setTimeout(done, 20));
        say(copied, find(".copy").textContent);
        """)
    #expect(
      result.said == ["capture [weak self] in closure #1 in CartScreen.load()|Copied"])
    #expect(result.complaints == [])
  }

  @Test func `on a phone the picture comes first and fits`() async throws {
    let page = try await Chromium.page(of: Self.cycle("Cart"))
    let result = try await page.opened(
      with: """
        const figure = find("figure").getBoundingClientRect(), article = find("article").getBoundingClientRect();
        say(figure.bottom <= article.top, figure.height > 100);
        const leak = find(".cluster.leak").getBoundingClientRect();
        say(leak.left >= figure.left, leak.right <= figure.right, leak.top >= figure.top, leak.bottom <= figure.bottom);
        const count = document.querySelector("header p");
        say(count.scrollWidth <= count.clientWidth + 1);
        """, window: "500,844")
    #expect(result.said == ["true|true", "true|true|true|true", "true"])
  }

  @Test func `a large component is a path with branches to open`() async throws {
    let objects = (0..<60).map { "{\"id\": \"n\($0)\", \"type\": \"Node\"}" }
    let references = (1..<60).flatMap { number in
      [
        "{\"from\": \"n0\", \"to\": \"n\(number)\", \"name\": \"child\(number)\"}",
        "{\"from\": \"n\(number)\", \"to\": \"n0\", \"name\": \"parent\"}",
      ]
    }
    let page = try await Chromium.page(
      of: "{\"leakcheck\": 1, \"objects\": [\(objects.joined(separator: ","))],"
        + " \"references\": [\(references.joined(separator: ","))]}")
    let result = try await page.opened(
      with: """
        say(all(".branch").length, find(".branch summary").textContent, all(".branch li").length);
        say(all(".branch[open]").length, text(".branch .remark"));
        """)
    #expect(result.said == ["1|Node keeps 58 more|24", "0|and 34 more"])
    #expect(result.complaints == [])
  }
}
