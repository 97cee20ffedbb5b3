import LeakCheckAnalysis
import LeakCheckGraph

/// Words for references and paths in questions.
enum ReferenceWords {
  static func title(of object: ObjectGraph.Object) -> String {
    object.kind == .closure && !object.name.isEmpty ? object.name : object.type
  }

  /// A reference: `Profile.onUpdate → closure #1 in Profile.viewDidLoad()`.
  static func text(of reference: ObjectGraph.Reference) -> String {
    "\(name(of: reference)) → \(title(of: reference.target))"
  }

  /// A reference by its holder: `Profile.onUpdate`, `closure #1 in Profile.viewDidLoad() captures self`.
  static func name(of reference: ObjectGraph.Reference) -> String {
    let holder = title(of: reference.source)
    let isCapture = reference.kind == .capture
    return isCapture ? "\(holder) captures \(reference.name)" : "\(holder).\(reference.name)"
  }

  /// A path: `Profile –onUpdate→ closure #1 –self→ Profile`.
  static func path(_ objects: [String], _ names: [String]) -> String {
    var text = objects.first ?? ""
    for (name, object) in zip(names, objects.dropFirst()) { text += " –\(name)→ \(object)" }
    return text
  }

  /// The objects and the references of a trace in words; a cycle ends where it begins.
  static func parts(of trace: LeakTrace) -> (objects: [String], names: [String]) {
    let objects = trace.objects.map(title)
    return (
      objects + (trace.isCycle ? Array(objects.prefix(1)) : []), trace.references.map(\.name)
    )
  }
}
