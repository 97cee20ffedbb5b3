import LeakCheckGraph

/// A fix as one would type it: the line as it mostly is, and as it should be.
///
/// Only where every name in it is known. The type of a property is that of the object it holds; where the source declares
/// a protocol, the protocol stays.
public struct FixCode: Sendable, Hashable {
  /// The line as it is.
  public let before: String
  /// The line as it should be.
  public let after: String
  /// Where the closure or object stands that the line is in; empty where the graph does not say.
  public let file: String
  /// The line in the file, or 0.
  public let line: Int

  /// A fix as code; see the properties.
  package init(before: String, after: String, file: String, line: Int) {
    (self.before, self.after, self.file, self.line) = (before, after, file, line)
  }
}

extension Cut.Step {
  /// The fix as code, or `nil` where a name is not known or the fix is no one line.
  public var code: FixCode? {
    guard reference.graph.collector == .arc, reference.strength == .strong else { return nil }
    let change: (before: String, after: String)? =
      switch how {
      case .weak where reference.isCapture: captureChange
      case .weak: propertyChange
      case .end: endChange
      case .unowned, .captureValue, .moveOwnership: nil
      }
    guard let change, change.before != change.after else { return nil }
    let place = reference.source
    return FixCode(
      before: change.before, after: change.after, file: place.file,
      line: place.file.isEmpty ? 0 : Int(place.line))
  }

  /// The capture list that is missing, before the closure or task that the reference belongs to.
  private var captureChange: (before: String, after: String)? {
    let closure = reference.source
    let name = reference.name.isEmpty || RoleWords.isSelf(reference.name) ? "self" : reference.name
    guard CutWords.isProperty(name), !CutWords.isUnnamed(reference),
      !CutWords.isLocalFunction(closure.name)
    else { return nil }
    // A task unwraps anew in each of its turns, which no one line can show.
    if closure.kind == .task { return nil }
    let holders = closure.referrers.filter { $0.strength == .strong }
    guard let holder = holders.first(where: { $0.source.owner == .app }) ?? holders.first else {
      return nil
    }
    if let change = RuleCodes.change(of: holder) {
      return (change.before, change.after.replacing("[weak self]", with: "[weak \(name)]"))
    }
    guard holder.source.owner == .app, CutWords.isProperty(holder.name),
      holder.kind == .property, !holder.name.hasPrefix("$__lazy_storage_")
    else { return nil }
    if let method = CutWords.boundMethod(closure.name) {
      let call = CutWords.call(of: method)
      return ("\(holder.name) = \(method)", "\(holder.name) = { [weak self] in self?.\(call) }")
    }
    return ("\(holder.name) = {", "\(holder.name) = { [weak \(name)] in")
  }

  /// The property with `weak` before it: an optional variable, whatever it was.
  private var propertyChange: (before: String, after: String)? {
    let target = reference.target
    guard reference.kind == .property, Self.isClassName(target.type) else { return nil }
    if let property = reference.declaration?.property {
      return ("var \(property): \(target.type)?", "weak var \(property): \(target.type)?")
    }
    guard CutWords.isProperty(reference.name), reference.source.owner == .app else { return nil }
    if let type = reference.erasedType {
      let declared = type == "Any" ? "Any?" : "(\(type))?"
      return (
        "var \(reference.name): \(declared)",
        "weak var \(reference.name): \(CutWords.weakType(of: reference))"
      )
    }
    let declaration = "var \(reference.name): \(target.type)?"
    return (declaration, "weak \(declaration)")
  }

  private static func isClassName(_ type: String) -> Bool {
    !type.isEmpty
      && type.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
        CutWords.isProperty(String(part))
      }
  }

  /// The call that a `deinit` makes too late, where a screen that goes can make it; else what its framework's row says.
  private var endChange: (before: String, after: String)? {
    if case .inDeinit(let owner)? = reference.until?.called {
      guard let object = reference.graph.object(withID: owner), object.kind == .controller,
        let event,
        let held = object.references.first(where: { $0.target.index == reference.source.index }),
        CutWords.isProperty(held.name), event.hasSuffix("()")
      else { return nil }
      let call = "\(held.name)?.\(event)"
      return (
        "deinit { \(call) }",
        "override func viewDidDisappear(_ animated: Bool) { super.viewDidDisappear(animated); \(call) }"
      )
    }
    return role == .registration ? RuleCodes.change(of: reference) : nil
  }
}
