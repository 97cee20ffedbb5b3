import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// The texts on nodes, edges and clusters.
enum PictureText {
  /// The name of a reference with any number in brackets as `[x]`: elements are told apart by no reader.
  static func foldedName(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "[")) else { return name }
    var result = ""
    var rest = name[...]
    while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
      let inside = rest[rest.index(after: open)..<close]
      let isNumber = !inside.isEmpty && inside.utf8.allSatisfy { (0x30...0x39).contains($0) }
      result += rest[..<open] + (isNumber ? "[x]" : "[\(inside)]")
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// The kind of an object in words.
  static func caption(of object: ObjectGraph.Object) -> String {
    let kind =
      object.kind == .controller
      ? "view controller" : Escaping.plain(object.kind.rawValue, limit: 24)
    guard object.isRoot else { return kind }
    return object.kind == .object ? "root" : "root · \(kind)"
  }

  /// The name of an object: its type, or what a closure or task is called.
  static func name(of object: ObjectGraph.Object) -> String {
    let isNamed = object.kind == .closure || object.kind == .task
    return isNamed && !object.name.isEmpty ? object.name : object.type
  }

  /// What tells an object from others of its type, or what it costs.
  static func detail(
    of object: ObjectGraph.Object, count: Int, bytes: Int64, role: Picture.Node.Role
  ) -> String {
    let size = bytes > 0 ? ByteCountText.text(bytes) : ""
    guard count == 1 else { return size }
    let reasons = [object.expectation?.reason ?? "", object.rootReason ?? "", place(of: object)]
    let reason = reasons.first { !$0.isEmpty } ?? ""
    let ownName = object.name == name(of: object) ? "" : object.name
    // Beside a live object its size would only distract.
    let own = role == .live ? [ownName] : [ownName, size]
    let isVictim = object.marks.contains(.expectedGone)
    let parts = (role == .held && !isVictim) || reason.isEmpty ? own : [reason]
    return parts.filter { !$0.isEmpty }.map { Escaping.plain($0, limit: 34) }
      .joined(separator: " · ")
  }

  /// Everything that a node shows in short, and the id.
  static func tooltip(of object: ObjectGraph.Object, count: Int, bytes: Int64) -> String {
    var parts = [Escaping.plain(object.type), caption(of: object)]
    if count == 1 {
      parts.append("id " + Escaping.plain(object.id.description, limit: 40))
      let place = place(of: object)
      if !place.isEmpty { parts.append(Escaping.plain(place)) }
    } else {
      parts.append("\(ByteCountText.grouped(count)) objects")
    }
    if bytes > 0 { parts.append(ByteCountText.text(bytes)) }
    return parts.joined(separator: " · ")
  }

  private static func place(of object: ObjectGraph.Object) -> String {
    let file = object.file.split(separator: "/").last.map(String.init) ?? ""
    return file.isEmpty || object.line == 0 ? file : "\(file):\(object.line)"
  }

  /// The name of a reference; a capture says that it is one.
  static func label(_ name: String, kind: ReferenceKind) -> String {
    guard !name.isEmpty else { return kind == .property ? "" : "(\(words(for: kind)))" }
    let text = Escaping.plain(name, limit: 28)
    return kind == .capture && !name.contains("capture") ? "\(text) (captured)" : text
  }

  private static func words(for kind: ReferenceKind) -> String {
    switch kind {
    case .property: "property"
    case .capture: "captured"
    case .element: "element"
    case .associated: "associated"
    case .runtime: "runtime"
    }
  }

  /// How a reference is cut, in the few words that fit beside it.
  static func cut(_ step: Cut.Step) -> String {
    let reference = step.reference
    let bare = reference.name.replacing("capture ", with: "", maxReplacements: 1)
    // No property is called self, but the frame of a task may have it.
    let isCapture = reference.kind == .capture || bare == "self"
    if isCapture, CutWords.isUnnamed(reference), [.weak, .unowned].contains(step.how) {
      return "capture this " + (step.how == .weak ? "weakly" : "unowned")
    }
    let given = bare.isEmpty ? isCapture ? "self" : "reference" : bare
    let name = Escaping.plain(given, limit: 24)
    if bare.isEmpty, !isCapture, [.weak, .unowned].contains(step.how) {
      return "make this \(step.how.rawValue)"
    }
    switch step.how {
    case .weak: return isCapture ? "[weak \(name)]" : "weak \(declaration(name, reference.kind))"
    case .unowned:
      return isCapture ? "[unowned \(name)]" : "unowned \(declaration(name, reference.kind))"
    case .end: return "end: " + Escaping.plain(step.event ?? "release it", limit: 26)
    case .captureValue: return "capture the value"
    case .moveOwnership: return "move ownership"
    }
  }

  private static func declaration(_ name: String, _ kind: ReferenceKind) -> String {
    kind == .property ? "var \(name)" : name
  }

  /// What is wrong and what it costs, for the title of a cluster.
  static func title(of finding: Finding, number: Int) -> String {
    let objects = ByteCountText.count(finding.holds.count, "object")
    let cost = finding.holds.bytes > 0 ? ", \(ByteCountText.text(finding.holds.bytes))" : ""
    let what = finding.instances > 1 ? plural(finding) : finding.title.short
    return "\(isLeak(finding) ? "Leak" : "Finding") \(number) · \(what) · \(objects)\(cost)"
  }

  /// Whether something is kept that should go: not what is read too late, nor what goes by itself.
  static func isLeak(_ finding: Finding) -> Bool {
    ![.dangling, .temporary].contains(finding.kind)
  }

  private static func plural(_ finding: Finding) -> String {
    let count = ByteCountText.grouped(finding.instances)
    return finding.kind == .cycle
      ? "\(count) equal cycles" : "\(finding.title.short), \(count) times"
  }
}
