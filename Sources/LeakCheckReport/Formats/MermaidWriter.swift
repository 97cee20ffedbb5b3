import LeakCheckGraph
import LeakCheckText

/// A writer of pictures as one Mermaid flowchart.
struct MermaidWriter {
  let pictures: [Picture]

  init(_ pictures: [Picture]) { self.pictures = pictures }

  /// The flowchart, which ends in a line break.
  func text() -> String {
    var lines = ["flowchart TD"]
    var first = 0
    var links = Links()
    for (index, picture) in pictures.enumerated() {
      lines += head(of: picture)
      lines += nodes(of: picture, index: index, first: first)
      for edge in picture.edges { lines.append(links.line(for: edge, first: first)) }
      first += picture.nodes.count
    }
    lines += links.styles + Self.classes
    return lines.joined(separator: "\n") + "\n"
  }

  /// The headline and the legend, as comments: Mermaid has no place for them.
  private func head(of picture: Picture) -> [String] {
    [
      "  %% " + Self.comment(picture.title), "  %% " + Self.comment(picture.subtitle),
      "  %% ==> cycle or leak path, --> strong, -.-> weak or unowned, ✂ suggested fix",
    ]
  }

  /// Mermaid looks for directives inside comments too.
  private static func comment(_ text: String) -> String { Escaping.mermaid(text) }

  private func nodes(of picture: Picture, index: Int, first: Int) -> [String] {
    var lines: [String] = []
    for (number, cluster) in picture.clusters.enumerated() {
      lines.append("  subgraph c\(index)_\(number)[\"\(Escaping.mermaid(cluster.title))\"]")
      lines += cluster.nodes.map { "    " + Self.node(picture.nodes[$0], id: "n\(first + $0)") }
      lines.append("  end")
      lines.append("  class c\(index)_\(number) leak")
    }
    for (position, node) in picture.nodes.enumerated() where node.cluster == nil {
      lines.append("  " + Self.node(node, id: "n\(first + position)"))
    }
    return lines
  }

  private static func node(_ node: Picture.Node, id: String) -> String {
    let texts = [node.caption, node.name, node.detail].filter { !$0.isEmpty }
    let label = texts.map(Escaping.mermaid).joined(separator: "<br/>")
    let (open, close) = brackets(of: node)
    return "\(id)\(open)\"\(label)\"\(close):::\(style(of: node))"
  }

  private static func brackets(of node: Picture.Node) -> (String, String) {
    if node.count > 1, node.role != .more { return ("[[", "]]") }
    switch node.kind {
    case .closure: return ("{{", "}}")
    case .timer: return ("([", "])")
    case .controller, .task, .observer: return ("[", "]")
    default: return node.isRoot ? ("[", "]") : ("(", ")")
    }
  }

  private static func style(of node: Picture.Node) -> String {
    switch node.role {
    case .path: "path"
    case .held: "held"
    case .more: "more"
    case .live: node.isRoot ? "root" : "live"
    }
  }

  private static let classes = [
    "  classDef path fill:\(Palette.object),stroke:\(Palette.leak),stroke-width:3px,color:\(Palette.text)",
    "  classDef held fill:\(Palette.object),stroke:\(Palette.leak),color:\(Palette.text)",
    "  classDef live fill:\(Palette.object),stroke:\(Palette.quiet),color:\(Palette.text)",
    "  classDef root fill:\(Palette.root),stroke:\(Palette.quiet),color:\(Palette.text)",
    "  classDef more fill:\(Palette.background),stroke:\(Palette.quiet),color:\(Palette.secondaryText),"
      + "stroke-dasharray:4 3",
    "  classDef leak fill:\(Palette.leakCluster),stroke:\(Palette.leak),color:\(Palette.leak)",
  ]

  /// The links so far, which styles refer to by number.
  private struct Links {
    private var count = 0
    private var path: [String] = []

    mutating func line(for edge: Picture.Edge, first: Int) -> String {
      if edge.isPath { path.append("\(count)") }
      count += 1
      let arrow = edge.isPath ? "==>" : edge.strength == .strong ? "-->" : "-.->"
      let texts = [edge.label, edge.cut.map { "✂ " + $0 }].compactMap(\.self)
      let label = texts.map(Escaping.mermaid).joined(separator: "<br/>")
      let text = label.isEmpty ? "" : "|\"\(label)\"|"
      return "  n\(first + edge.from) \(arrow)\(text) n\(first + edge.to)"
    }

    var styles: [String] {
      guard !path.isEmpty else { return [] }
      let numbers = path.joined(separator: ",")
      let style = "stroke:\(Palette.leak),stroke-width:3px,color:\(Palette.leak)"
      return ["  linkStyle \(numbers) \(style)"]
    }
  }
}
