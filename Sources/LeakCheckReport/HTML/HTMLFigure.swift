import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// A picture in a page, with the facts that the script needs to react to the pointer.
struct HTMLFigure {
  private let picture: Picture
  /// What the ids of the drawing begin with.
  private let prefix: String
  private let title: String
  private let draw: HTMLDrawing.Maker

  /// The picture of the section `id`.
  init(_ picture: Picture, id: String, title: String, draw: @escaping HTMLDrawing.Maker) {
    self.picture = picture
    prefix = id + "d"
    self.title = title
    self.draw = draw
  }

  func write(to html: inout HTMLText) {
    // The page says what a headline would.
    var bare = picture
    bare.title = ""
    let dot = PictureDOT([bare], title: title, idsBeginWith: prefix)
    switch draw(dot) {
    case .missing(let reason):
      html.element("figure", ["class": "missing"]) { html in
        html.element("p", text: "No picture: \(reason)")
      }
    case .svg(let svg):
      html.element("figure", ["data-ids": prefix, "aria-label": title]) { html in
        html.markup(svg)
        html.element("script", ["type": "application/json"]) { $0.markup(data) }
        let remarks = picture.remarks.joined(separator: " · ")
        if !remarks.isEmpty { html.element("figcaption", text: remarks) }
      }
    }
  }

  /// The nodes and edges in the order of their ids; no text can end the script element that they stand in.
  private var data: String {
    let value = JSONValue.object([
      ("nodes", .array(picture.nodes.map(value))), ("edges", .array(picture.edges.map(value))),
      ("clusters", .array(picture.clusters.map(value))),
    ])
    return HTMLText.data(value)
  }

  private func value(of node: Picture.Node) -> JSONValue {
    let role =
      switch node.role {
      case .path: "path"
      case .held: "held"
      case .live: "live"
      case .more: "more"
      }
    return .object(
      [
        ("name", .string(node.name)), ("kind", .string(node.caption)),
        ("detail", .string(node.detail)), ("about", .string(node.tooltip)),
        ("role", .string(role)), ("root", .bool(node.isRoot)), ("freed", .bool(node.isFreed)),
      ] + (node.cluster.map { [("cluster", .number($0))] } ?? []))
  }

  private func value(of cluster: Picture.Cluster) -> JSONValue {
    .object([("finding", .number(cluster.finding)), ("title", .string(cluster.title))])
  }

  private func value(of edge: Picture.Edge) -> JSONValue {
    .object(
      [
        ("from", .number(edge.from)), ("to", .number(edge.to)),
        ("name", .string(edge.names.joined(separator: ", "))),
        ("strength", .string(edge.strength.rawValue)), ("hold", .string(word(for: edge.hold))),
        ("path", .bool(edge.isPath)),
      ] + (edge.cut.map { [("cut", .string($0))] } ?? []))
  }

  private func word(for hold: GraphAnalysis.Retention) -> String {
    switch hold {
    case .retains: "retains"
    case .isNotStrong: "isNotStrong"
    case .endsByItself: "endsByItself"
    case .endsInTeardown: "endsInTeardown"
    case .holderIsFreed: "holderIsFreed"
    }
  }
}
