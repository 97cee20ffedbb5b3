/// A page of links to pages beside it.
package struct HTMLIndex: Sendable {
  /// Links under a heading.
  package struct Section: Sendable {
    var title: String
    var about: String
    var links: [(address: String, title: String, about: String)]

    /// Links under a heading; an address is relative to the page.
    package init(
      title: String, about: String, links: [(address: String, title: String, about: String)]
    ) {
      (self.title, self.about, self.links) = (title, about, links)
    }
  }

  private let title: String
  private let sections: [Section]

  /// A page with a title.
  package init(title: String, sections: [Section]) {
    (self.title, self.sections) = (title, sections)
  }

  /// The page.
  package var text: String {
    var html = HTMLText()
    html.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n")
    html.void("meta", ["charset": "utf-8"])
    html.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    html.void(
      "meta",
      [
        "http-equiv": "Content-Security-Policy",
        "content": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
      ])
    html.element("title", text: "\(title) – leakcheck")
    html.markup("\n<style>\(Self.style)</style>\n</head>\n<body>\n")
    html.element("h1", text: title)
    for section in sections { write(section, to: &html) }
    html.markup("\n</body>\n</html>\n")
    return html.text
  }

  private func write(_ section: Section, to html: inout HTMLText) {
    html.markup("\n")
    html.element("h2", text: section.title)
    html.element("p", text: section.about)
    html.element("ol") { html in
      for link in section.links {
        html.element("li") { html in
          html.element("a", ["href": link.address], text: link.title)
          html.element("span", text: link.about)
        }
      }
    }
  }

  private static let style = """
    :root{color-scheme:light dark}
    body{font:16px/1.5 system-ui,sans-serif;max-width:44em;margin:2em auto;padding:0 1em}
    h2{margin:1.6em 0 0;font-size:1.15em}
    p{margin:.2em 0;opacity:.75}
    li{margin:.35em 0}
    li span{display:block;opacity:.75;font-size:.9em}
    """
}
