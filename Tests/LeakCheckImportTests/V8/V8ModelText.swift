import LeakCheckTestSupport

/// How a snapshot is written: the layouts of V8's versions and of tools that write its format.
struct V8Style {
  var nodeFields = ["type", "name", "id", "self_size", "edge_count"]
  var edgeFields = ["type", "name_or_index", "to_node"]
  /// What stands before the comma between rows, and around other signs.
  var lineEnd = ""
  var space = ""
  var nodeTypes = V8Model.nodeTypes
  var edgeTypes = V8Model.edgeTypes
  var members = [
    "snapshot", "nodes", "edges", "trace_function_infos", "trace_tree", "samples", "locations",
    "strings",
  ]
  var escapesAll = false
  var hasMark = false

  /// Node 12.
  static let node12: V8Style = {
    var style = V8Style()
    style.nodeFields.append("trace_node_id")
    style.lineEnd = "\n"
    return style
  }()

  /// Node 16 to 20.
  static let node20: V8Style = {
    var style = V8Style()
    style.nodeFields += ["trace_node_id", "detachedness"]
    style.lineEnd = "\n"
    return style
  }()

  /// Node 24.
  static let node24: V8Style = {
    var style = V8Style()
    style.nodeFields.append("detachedness")
    return style
  }()

  /// Anything that the format allows.
  static func random(using random: inout SplitMix64) -> V8Style {
    var style = [node12, node20, node24].randomElement(using: &random) ?? node12
    if random.chance(0.5) {
      style.nodeFields.append(
        contentsOf: ["a", "b", "c"].prefix(Int.random(in: 0...3, using: &random)))
      style.nodeFields.shuffle(using: &random)
      style.edgeFields.append(contentsOf: ["d"].prefix(Int.random(in: 0...1, using: &random)))
      style.edgeFields.shuffle(using: &random)
      style.nodeTypes.shuffle(using: &random)
      style.edgeTypes.shuffle(using: &random)
    }
    if random.chance(0.3) { style.members.shuffle(using: &random) }
    style.lineEnd = ["", "\n", "\r\n", " ", "\n\n"].randomElement(using: &random) ?? ""
    style.space =
      random.chance(0.2) ? [" ", "\n\t", "\r\n"].randomElement(using: &random) ?? "" : ""
    style.escapesAll = random.chance(0.3)
    style.hasMark = random.chance(0.1)
    return style
  }
}

extension V8Model {
  /// The snapshot of the model.
  func text(_ style: V8Style) -> [UInt8] {
    var strings = Strings()
    let nodeRows = nodes.map { row(of: $0, style, &strings) }
    let edgeRows = nodes.flatMap(\.edges).map { row(of: $0, style, &strings) }
    let values = style.members.map { member in
      let value =
        switch member {
        case "snapshot": head(style, edgeCount: edgeRows.count)
        case "nodes": array(nodeRows, style)
        case "edges": array(edgeRows, style)
        case "strings": strings.text(style)
        case "trace_tree": #"[1,0,0,0,[2,1,{"a":"]\"["},[]]]"#
        case "locations": "[12,3,4,5]"
        default: "[]"
        }
      return "\"\(member)\"\(style.space):\(style.space)\(value)"
    }
    let mark = style.hasMark ? "\u{feff}" : ""
    return Array("\(mark){\(values.joined(separator: ",\n"))}\(style.space)".utf8)
  }

  private func array(_ rows: [[Int64]], _ style: V8Style) -> String {
    let texts = rows.map { row in
      row.map(String.init).joined(separator: "\(style.space),\(style.space)")
    }
    return "[\(texts.joined(separator: style.lineEnd + ","))\(style.lineEnd)]"
  }

  private func head(_ style: V8Style, edgeCount: Int) -> String {
    func list(_ words: [String]) -> String {
      "[\(words.map { "\"\($0)\"" }.joined(separator: ","))]"
    }
    func types(_ words: [String], _ fields: [String]) -> String {
      "[\(fields.map { $0 == "type" ? list(words) : "\"number\"" }.joined(separator: ","))]"
    }
    return """
      {"meta":{"node_fields":\(list(style.nodeFields)),\
      "node_types":\(types(style.nodeTypes, style.nodeFields)),\
      "edge_fields":\(list(style.edgeFields)),\
      "edge_types":\(types(style.edgeTypes, style.edgeFields)),\
      "location_fields":["object_index","script_id","line","column"]},\
      "node_count":\(nodes.count),"edge_count":\(edgeCount),"trace_function_count":0}
      """
  }

  private func row(of node: Node, _ style: V8Style, _ strings: inout Strings) -> [Int64] {
    style.nodeFields.map { field in
      switch field {
      case "type": Int64(style.nodeTypes.firstIndex(of: node.type) ?? 0)
      case "name": strings.index(of: node.name)
      case "id": node.id
      case "self_size": node.size
      case "edge_count": Int64(node.edges.count)
      case "detachedness": Int64(node.detachedness)
      default: node.id % 7
      }
    }
  }

  private func row(of edge: Edge, _ style: V8Style, _ strings: inout Strings) -> [Int64] {
    style.edgeFields.map { field in
      switch field {
      case "type": Int64(style.edgeTypes.firstIndex(of: edge.type) ?? 0)
      case "name_or_index":
        ["element", "hidden"].contains(edge.type)
          ? Int64(edge.name) ?? 0 : strings.index(of: edge.name)
      case "to_node": Int64(edge.target * style.nodeFields.count)
      default: 3
      }
    }
  }

  /// The table of strings while a snapshot is written.
  private struct Strings {
    private var strings = ["<dummy>"]

    mutating func index(of string: String) -> Int64 {
      if let index = strings.firstIndex(of: string) { return Int64(index) }
      strings.append(string)
      return Int64(strings.count - 1)
    }

    func text(_ style: V8Style) -> String {
      let texts = strings.map { "\"\($0.utf16.map { escaped($0, style) }.joined())\"" }
      return style.escapesAll
        ? "[\(texts.joined(separator: ",\n"))]"
        : "[\(strings.map { "\"\(plain($0))\"" }.joined(separator: ",\n"))]"
    }

    private func escaped(_ unit: UInt16, _ style: V8Style) -> String {
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    private func plain(_ string: String) -> String {
      string.unicodeScalars.map { scalar in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\t": "\\t"
        case "\u{1}": "\\u0001"
        default: String(scalar)
        }
      }.joined()
    }
  }
}
