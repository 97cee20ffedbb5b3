import Foundation
import LeakCheckRender
import LeakCheckTestSupport
import Testing

/// Runs Chromium without a window.
enum Chromium {
  static let name = "chromium"
  /// Whether a page can be opened, and has pictures to look at.
  static let showsPictures =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)") && GraphvizRenderer.isAvailable

  /// The page that the program writes of a graph.
  static func page(of graphs: String...) async throws -> Page {
    let names = graphs.indices.map { "graph\($0).json" }
    let scratch = try Scratch(Dictionary(uniqueKeysWithValues: zip(names, graphs)))
    let result = try CommandResult.ofLeakcheck(
      names + ["--format", "html", "--output", "page.html"], in: scratch.url)
    #expect(result.status == 1 && result.errors == "leakcheck: wrote page.html\n")
    return Page(
      scratch: scratch, text: String(decoding: try scratch.data("page.html"), as: UTF8.self))
  }

  /// What a browser made of a page.
  struct Result {
    /// The document when all scripts have run.
    let output: String
    /// What the browser had to say against it.
    let complaints: [String]

    /// The lines that a script of the test has said.
    var said: [String] {
      guard let match = output.firstMatch(of: #/<pre id="said" hidden="">((?:.|\n)*?)<\/pre>/#)
      else {
        return []
      }
      return match.output.1.split(separator: "\n").map { String($0) }
    }
  }

  /// A page in a file.
  struct Page {
    let scratch: Scratch
    let text: String

    /// Opens the page as it was written.
    func opened(at hash: String = "") async throws -> Result {
      try await open("page.html", at: hash)
    }

    /// Opens the page with a script behind its own; unless `asIs`, the policy that forbids that goes.
    func opened(
      with script: String, asIs: Bool = false, window: String = "1400,900"
    ) async throws -> Result {
      var text = self.text
      if !asIs { text.replace(#/<meta http-equiv="Content-Security-Policy"[^>]*>/#, with: "") }
      let end = try #require(text.range(of: "</body>", options: .backwards))
      text.insert(
        contentsOf:
          "<pre id=\"said\" hidden></pre><script>\(asIs ? script : Self.around(script))</script>",
        at: end.lowerBound)
      try Data(text.utf8).write(to: scratch.url.appendingPathComponent("tried.html"))
      return try await open("tried.html", window: window)
    }

    /// The words that the scripts of tests are written in.
    private static func around(_ script: String) -> String {
      """
      (async () => {
        const current = () => document.querySelector("section.current");
        const all = (selector, within = current()) => [...within.querySelectorAll(selector)];
        const find = (selector) => current().querySelector(selector);
        const text = (selector) => find(selector)?.textContent;
        const say = (...words) => document.getElementById("said").append(words.join("|") + "\\n");
        const middle = (element) => {
          const box = element.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        };
        const at = (element) => ({ bubbles: true, clientX: middle(element)[0], clientY: middle(element)[1] });
        const over = (element) => element.dispatchEvent(new PointerEvent("pointerover", at(element)));
        const click = (element) => {
          for (const type of ["pointerdown", "pointerup", "click"]) {
            element.dispatchEvent(new PointerEvent(type, at(element)));
          }
        };
        const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        \(script)
      })();
      """
    }

    private func open(
      _ file: String, at hash: String = "", window: String = "1400,900"
    ) async throws -> Result {
      let url = scratch.url.appendingPathComponent(file).absoluteString
      let profile = scratch.url.appendingPathComponent("profile").path
      let result = try await CommandResult.ofTool(
        Chromium.name,
        [
          "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
          "--window-size=\(window)", "--virtual-time-budget=5000", "--user-data-dir=\(profile)",
          "--dump-dom", hash.isEmpty ? url : "\(url)#\(hash)",
        ], in: scratch.url, limit: .seconds(240))
      #expect(result.status == 0)
      return Result(
        output: result.output,
        complaints: result.errors.split(separator: "\n").map { String($0) }
          .filter { $0.contains(":CONSOLE") })
    }
  }
}
