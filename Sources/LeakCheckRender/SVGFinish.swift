/// A pass that prepares Graphviz's SVG for a page: dark mode, an accessible name, no internal ids.
///
/// It turns text into text and does not need Graphviz.
public enum SVGFinish {
  /// Returns a finished copy of `svg`.
  ///
  /// It removes the prolog and the comments, so that the text can be part of HTML. The root element becomes an image
  /// with a name and begins with a `<title>`, a `<desc>` and a `<style>`. It removes titles that are only ids (`n12`,
  /// `n1->n2`, `cluster_0`), so that a tooltip shows the text from DOT. `transparent` becomes `none`, which every SVG
  /// 1.1 viewer knows.
  ///
  /// For dark pages, it swaps colors by value, without classes:
  ///
  ///     @media (prefers-color-scheme:dark){.leakcheck [fill="#cc3311"]{fill:#ff8a66}…}
  ///
  /// - Parameters:
  ///   - svg: Well-formed SVG, as Graphviz writes it.
  ///   - title: The content of the picture, as any text: it is escaped, and control characters are replaced. If empty,
  ///     the picture is hidden from screen readers, so the surrounding text must describe it.
  ///   - description: A longer text, treated in the same way; omitted if empty.
  ///   - darkMode: Pairs of colors, `#rrggbb` or names, as in the DOT text. Other pairs are ignored. The partner of black
  ///     also colors text to which Graphviz gives no color.
  /// - Returns: SVG that is as well-formed as `svg`, in one element.
  public static func finish(
    _ svg: String, title: String, description: String, darkMode: [(light: String, dark: String)]
  ) -> String {
    let head = SVGHead(
      title: title, description: description, style: SVGStyle.text(darkMode: darkMode))
    var writer = SVGWriter(head: head)
    for piece in SVGScanner(svg) { writer.write(piece) }
    return writer.output
  }
}

/// The contents of the root element.
private struct SVGHead {
  let title: String
  let description: String
  let style: String

  private static let namespaces = [
    (name: "xmlns", value: "http://www.w3.org/2000/svg"),
    (name: "xmlns:xlink", value: "http://www.w3.org/1999/xlink"),
  ]

  func root(from tag: Substring) -> String {
    var root = SVGTag(tag)
    let ours = ["class", "role", "aria-label", "aria-hidden"]
    root.attributes.removeAll { ours.contains($0.name) }
    let present = root.attributes.map(\.name)
    root.attributes += Self.namespaces.filter { !present.contains($0.name) }
    root.attributes.append(("class", "leakcheck"))
    // Without a name, what is around the picture tells of it.
    root.attributes +=
      title.isEmpty
      ? [("aria-hidden", "true")]
      : [("role", "img"), ("aria-label", PlainText.escapedForXML(title))]
    return root.text() + "\n" + children + (tag.hasSuffix("/>") ? "</svg>" : "")
  }

  private var children: String {
    var text = ""
    if !title.isEmpty { text += "<title>\(PlainText.escapedForXML(title))</title>\n" }
    if !description.isEmpty { text += "<desc>\(PlainText.escapedForXML(description))</desc>\n" }
    return text + "<style>\(style)</style>"
  }
}

/// A writer that joins the pieces of an SVG without the removed ones.
private struct SVGWriter {
  let head: SVGHead
  private(set) var output = ""
  private var hasRoot = false
  /// Whether the innermost group opened last is the graph itself, whose name is never for readers.
  private var isInGraph = false
  /// A title whose end has not come yet.
  private var heldTitle: String?
  /// Whether a piece has just gone, so that the line break behind it goes too.
  private var swallowsLineBreak = false

  init(head: SVGHead) { self.head = head }

  mutating func write(_ piece: SVGScanner.Piece) {
    switch piece {
    case .remark: swallowsLineBreak = true
    case .tag(let tag): write(tag: tag)
    case .text(let text): write(text: text)
    }
  }

  private mutating func write(tag: Substring) {
    swallowsLineBreak = false
    if !hasRoot, tag.isTag("svg") {
      hasRoot = true
      output += head.root(from: tag)
    } else if tag == "<title>" {
      heldTitle = ""
    } else if tag == "</title>", let title = heldTitle {
      endTitle(title)
    } else {
      if tag.isTag("g") { isInGraph = tag.contains(" class=\"graph\"") }
      output += tag.contains("transparent") ? Self.withoutTransparent(tag) : String(tag)
    }
  }

  private mutating func write(text: Substring) {
    if heldTitle != nil {
      heldTitle? += text
      return
    }
    let dropsBreak = swallowsLineBreak && text.utf8.first == 0x0A
    output += dropsBreak ? text.dropFirst() : text
    swallowsLineBreak = false
  }

  private mutating func endTitle(_ title: String) {
    heldTitle = nil
    swallowsLineBreak = isInGraph || SVGFinish.isID(title)
    if !swallowsLineBreak { output += "<title>\(title)</title>" }
    isInGraph = false
  }

  private static func withoutTransparent(_ tag: Substring) -> String {
    ["stroke", "fill"].reduce(String(tag)) { text, name in
      text.replacing(" \(name)=\"transparent\"", with: " \(name)=\"none\"")
    }
  }
}

extension SVGFinish {
  /// Whether an escaped title consists of DOT names alone, such as `n1&#45;&gt;n2`.
  fileprivate static func isID(_ title: String) -> Bool {
    let text = title.replacing("&#45;", with: "-").replacing("&gt;", with: ">")
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ">"), UInt8(ascii: ":"): true
      default: false
      }
    }
  }
}

extension Substring {
  /// Whether this is the start tag of an element `name`.
  fileprivate func isTag(_ name: String) -> Bool {
    guard hasPrefix("<" + name) else { return false }
    guard let next = dropFirst(name.count + 1).first else { return false }
    return next.isWhitespace || next == ">" || next == "/"
  }
}
