import LeakCheckGraph
import LeakCheckText

/// The HTML labels of a drawing.
///
/// Every text is escaped here, and none is empty: Graphviz refuses an empty element.
enum DOTText {
  static func colored(_ text: String, _ color: String) -> String {
    "<FONT COLOR=\"\(color)\">\(Escaping.dotHTML(text))</FONT>"
  }

  static func strong(_ text: String, color: String) -> String {
    "<FONT COLOR=\"\(color)\"><B>\(Escaping.dotHTML(text))</B></FONT>"
  }

  static func sized(_ text: String, _ size: String, _ color: String) -> String {
    "<FONT POINT-SIZE=\"\(size)\" COLOR=\"\(color)\">\(Escaping.dotHTML(text))</FONT>"
  }

  static func row(_ cells: [String]) -> String {
    let row = cells.map { "<TD ALIGN=\"LEFT\">\($0)</TD>" }.joined()
    return "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"8\" CELLPADDING=\"0\">"
      + "<TR>\(row)</TR></TABLE>"
  }

  static func headline(_ title: String, _ subtitle: String) -> String {
    let first =
      "<FONT POINT-SIZE=\"15\" COLOR=\"\(Palette.text)\"><B>\(Escaping.dotHTML(title))</B></FONT>"
    let second = sized(subtitle, "10", Palette.secondaryText)
    return column([first, second])
  }

  /// Cells below each other.
  static func column(_ cells: [String]) -> String {
    let rows = cells.map { "<TR><TD ALIGN=\"LEFT\">\($0)</TD></TR>" }.joined()
    return
      "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"2\">\(rows)</TABLE>"
  }
}

/// One node statement.
struct DOTNode {
  private let node: Picture.Node
  private let name: String
  private let id: String

  /// Where it stands, where that is known.
  private let place: String

  init(_ node: Picture.Node, name: String, id: String, place: String = "") {
    self.node = node
    self.name = name
    self.id = id
    self.place = place
  }

  var text: String {
    let attributes =
      node.role == .more
      ? "shape=box style=\"rounded,dashed\" color=\"\(Palette.quiet)\" label=<\(moreLabel)>"
      : "\(shape) fillcolor=\"\(fill)\" \(border) label=<\(label)>"
    let tooltip = Escaping.dotQuoted(node.tooltip)
    return
      "\(name) [\(attributes)\(place) id=\"\(id)\" class=\"\(classes)\" tooltip=\"\(tooltip)\"];"
  }

  private var moreLabel: String {
    "<FONT COLOR=\"\(Palette.secondaryText)\"><I>\(Escaping.dotHTML(node.name))</I></FONT>"
  }

  private var label: String {
    // On a path it is plain; elsewhere what should be gone would look like anything else.
    let isVictim = node.isExpectedGone && node.role != .path
    let caption =
      isVictim
      ? DOTText.sized(node.caption + " · should be gone", "8.5", Palette.leak)
      : DOTText.sized(node.caption, "8.5", Palette.secondaryText)
    let detail =
      node.detail.isEmpty ? "" : "<BR/>" + DOTText.sized(node.detail, "9", Palette.secondaryText)
    return "\(caption)<BR/><B>\(Escaping.dotHTML(node.name))</B>\(detail)"
  }

  private var shape: String {
    if node.count > 1 { return "shape=box3d style=\"filled\"" }
    if node.isRoot { return "shape=box peripheries=2 style=\"filled\"" }
    switch node.kind {
    case .controller: return "shape=tab style=\"filled\""
    case .closure: return "shape=hexagon margin=\"0.0,0.03\" style=\"filled\""
    case .task: return "shape=component style=\"filled\""
    case .timer: return "shape=ellipse margin=\"0.02,0.02\" style=\"filled\""
    case .observer: return "shape=note style=\"filled\""
    default: return "shape=box style=\"rounded,filled\""
    }
  }

  private var fill: String {
    if node.isRoot { return Palette.root }
    return switch node.kind {
    case .controller: Palette.controller
    case .closure: Palette.closure
    case .task: Palette.task
    case .timer: Palette.timer
    case .observer: Palette.observer
    default: Palette.object
    }
  }

  private var border: String {
    switch node.role {
    case _ where node.isExpectedGone && node.role != .path:
      "color=\"\(Palette.leak)\" penwidth=2.2"
    case .path: "color=\"\(Palette.leak)\" penwidth=2.2"
    case .held: "color=\"\(Palette.leak)\" penwidth=1.3"
    case .live, .more: "color=\"\(Palette.quiet)\" penwidth=1"
    }
  }

  /// Letters only: Graphviz writes some marks as entities there.
  private var classes: String {
    let role =
      switch node.role {
      case .path: "s_path"
      case .held: "s_held"
      case .live: "s_live"
      case .more: "s_more"
      }
    let kind = ObjectKind.known.contains(node.kind) ? node.kind.rawValue : "object"
    return "k_\(node.isRoot ? "root" : kind) \(role)"
  }
}

/// One edge statement.
struct DOTEdge {
  private let edge: Picture.Edge
  private let from: String
  private let to: String
  private let id: String

  /// Where it goes, where that is known.
  private let place: String

  init(_ edge: Picture.Edge, first: Int, id: String, place: String = "") {
    self.edge = edge
    self.id = id
    self.place = place
    from = "n\(first + edge.from)"
    to = "n\(first + edge.to)"
  }

  var text: String {
    let names = edge.label ?? edge.strength.rawValue
    let tooltip = Escaping.dotQuoted("\(names) (\(edge.strength.rawValue))")
    return "\(from) -> \(to) [\(line)\(label)\(place) id=\"\(id)\" class=\"\(classes)\""
      + " tooltip=\"\(tooltip)\" labeltooltip=\"\(tooltip)\"];"
  }

  /// The edge in two, with its label as a node between them, which nothing else is set upon.
  var halves: String {
    guard edge.label != nil || edge.cut != nil else { return " " + text }
    let names = edge.label ?? edge.strength.rawValue
    let tooltip = Escaping.dotQuoted("\(names) (\(edge.strength.rawValue))")
    let sign = "\"\(id)l\""
    let shown = "class=\"\(classes)\" tooltip=\"\(tooltip)\""
    return """
       \(sign) [shape=plaintext margin="0.02,0" height=0 fontsize=9.5\(label) id=\(sign) tooltip="\(tooltip)"];
       \(from) -> \(sign) [\(line) dir=none \(shown)];
       \(sign) -> \(to) [\(line) id="\(id)" \(shown)];
      """
  }

  private var color: String {
    edge.isPath ? Palette.leak : edge.strength == .strong ? Palette.strong : Palette.quiet
  }

  private var line: String {
    let style =
      switch edge.strength {
      case .strong: ""
      case .weak: " style=dashed arrowhead=empty"
      case .unowned, .unmanaged: " style=dotted arrowhead=empty"
      }
    let thin = edge.strength == .unowned || edge.strength == .unmanaged ? "1.5" : "1.1"
    return "color=\"\(color)\" penwidth=\(edge.isPath ? "2.6" : thin)"
      + " arrowsize=\(edge.isPath ? "0.9" : "0.75")" + style
  }

  private var label: String {
    guard edge.label != nil || edge.cut != nil else { return "" }
    guard let cut = edge.cut else { return " label=<\(name)>" }
    let pill =
      "<TR><TD BGCOLOR=\"\(Palette.fixFill)\" STYLE=\"ROUNDED\" BORDER=\"1\""
      + " COLOR=\"\(Palette.fix)\" CELLPADDING=\"3\">"
      + DOTText.strong("✂\u{FE0E} \(cut)", color: Palette.fix) + "</TD></TR>"
    let first = edge.label == nil ? "" : "<TR><TD ALIGN=\"LEFT\">\(name)</TD></TR>"
    return " label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"2\" CELLPADDING=\"1\">"
      + "\(first)\(pill)</TABLE>>"
  }

  /// No-break spaces keep the name off the line.
  private var name: String {
    let text = "\u{A0}\(edge.label ?? "")\u{A0}"
    return edge.isPath
      ? DOTText.strong(text, color: Palette.leak) : DOTText.colored(text, Palette.secondaryText)
  }

  private var classes: String {
    "r_\(edge.strength.rawValue)" + (edge.isPath ? " path" : "") + (edge.cut == nil ? "" : " cut")
  }
}

extension Picture.Edge {
  /// The first names, and how many more there are; `nil` where no reference has a name.
  var label: String? {
    guard let first = names.first else { return nil }
    guard names.count > 1 else { return first }
    let two = "\(first), \(names[1])"
    return names.count == 2 ? two : two + ", …"
  }
}
