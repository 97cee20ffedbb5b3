import LeakCheckGraph

/// A fix as code: the likely line before and the line after.
///
/// A fix has code only if every name in it is known. The type of a property is that of the object that it holds; if the
/// source declares a protocol, the protocol stays.
public struct FixCode: Sendable, Hashable {
  /// The line before the fix, or empty if it is new.
  public let before: String
  /// The line after the fix.
  public let after: String
  /// The file of the closure or object that contains the line, or empty if unknown.
  public let file: String
  /// The line in the file, or 0.
  public let line: Int

  /// A fix as code; see the properties.
  package init(before: String, after: String, file: String, line: Int) {
    (self.before, self.after, self.file, self.line) = (before, after, file, line)
  }
}

extension Cut {
  /// The most references of a cut whose calls are written together.
  private static let mostTogether = 8

  /// The fix of a step as code, or `nil` where there is none; what one screen ends for the cut stands in one method.
  ///
  /// - Complexity: that of ``Step/code`` for at most eight steps.
  package func code(ofStep place: Int) -> FixCode? {
    guard let code = steps[place].code else { return nil }
    if place < Self.mostTogether, let list = captureList(of: place, code) { return list }
    guard place < Self.mostTogether, let call = steps[place].endingCall, call.isOfScreen else {
      return code
    }
    var lines: [String] = []
    for step in steps.indices.prefix(Self.mostTogether).map({ steps[$0] }) {
      guard let other = step.endingCall, other.owner.index == call.owner.index,
        let text = other.text(), !lines.contains(text)
      else { continue }
      lines.append(text)
    }
    guard lines.count > 1 else { return code }
    return FixCode(
      before: code.before, after: Step.text(lines.joined(separator: "\n"), inCodeOf: call),
      file: code.file, line: code.line)
  }
}

extension Cut {
  /// The code of a weak capture with all that the cut makes weak in the same closure, or `nil` where that is one name.
  private func captureList(of place: Int, _ code: FixCode) -> FixCode? {
    guard let own = steps[place].weakCapture else { return nil }
    let closure = steps[place].reference.source.index
    var names: [String] = []
    for step in steps.indices.prefix(Self.mostTogether).map({ steps[$0] })
    where step.reference.source.index == closure {
      guard let name = step.weakCapture?.name, !names.contains(name) else { continue }
      names.append(name)
    }
    guard names.count > 1 else { return nil }
    let list = CutWords.captureList(names)
    return FixCode(
      before: code.before, after: code.after.replacing("[weak \(own.name)]", with: list),
      file: code.file, line: code.line)
  }
}

extension Cut.Step {
  /// The name that a closure is to capture weakly in its list, the closure in words, and what is to be done besides;
  /// `nil` of any other fix.
  package var weakCapture: (name: String, holder: String, besides: String)? {
    guard how == .weak, reference.isCapture, safety != .refuted else { return nil }
    let isSelf = reference.name.isEmpty || RoleWords.isSelf(reference.name)
    let (name, holder) = (isSelf ? "self" : reference.name, CutWords.words(for: reference.source))
    let (fix, list) = (fix, CutWords.capturing([name], in: holder))
    return fix.hasPrefix(list) ? (name, holder, String(fix.dropFirst(list.count))) : nil
  }

  /// The fix as code, or `nil` if a name is unknown or the fix is not one line.
  public var code: FixCode? {
    guard reference.graph.collector == .arc else { return nil }
    // What dangles is `unowned`, and becomes weak in the same place.
    guard reference.strength == .strong || reference.strength == .unowned && how == .weak else {
      return nil
    }
    let change: (before: String, after: String)? =
      switch how {
      case .weak where reference.isCapture: captureChange
      case .weak: propertyChange
      case .end: endChange
      case .unowned, .captureValue, .moveOwnership: nil
      }
    guard var change, change.before != change.after else { return nil }
    if reference.strength == .unowned { change.before = unownedBefore(change) }
    let place = reference.source
    return FixCode(
      before: change.before, after: change.after, file: place.file,
      line: place.file.isEmpty ? 0 : Int(place.line))
  }

  /// The line with `unowned` in it, where the one after the fix says `weak`.
  private func unownedBefore(_ change: (before: String, after: String)) -> String {
    reference.isCapture
      ? change.after.replacing("[weak ", with: "[unowned ")
      : "unowned "
        + (change.before.hasSuffix("?") ? String(change.before.dropLast()) : change.before)
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
    guard holder.source.owner == .app, holder.kind == .property else { return nil }
    if let property = FrameworkRow.lazyProperty(of: holder.name) {
      return lazyChange(of: property, capturing: name)
    }
    guard CutWords.isProperty(holder.name) else { return nil }
    if let method = CutWords.boundMethod(closure.name) {
      let call = CutWords.call(of: method)
      return ("\(holder.name) = \(method)", "\(holder.name) = { [weak self] in self?.\(call) }")
    }
    return Self.list(capturing: name, in: closure, after: "\(holder.name) =")
  }

  /// The capture list of the closure that a lazy variable is made with, where its type is known.
  private func lazyChange(
    of property: String, capturing name: String
  ) -> (before: String, after: String)? {
    guard CutWords.isProperty(property), let type = CutWords.closureType(reference.source)
    else { return nil }
    return Self.list(
      capturing: name, in: reference.source, after: "lazy var \(property): \(type) =")
  }

  /// The head of a closure without a capture list and with one; what it is given has names of no meaning.
  private static func list(
    capturing name: String, in closure: ObjectGraph.Object, after beginning: String
  ) -> (before: String, after: String) {
    let parameters = CutWords.parameters(of: closure).joined(separator: ", ")
    return parameters.isEmpty
      ? ("\(beginning) {", "\(beginning) { [weak \(name)] in")
      : (
        "\(beginning) { \(parameters) in", "\(beginning) { [weak \(name)] \(parameters) in"
      )
  }

  /// The property with `weak` before it: an optional variable, whatever it was.
  private var propertyChange: (before: String, after: String)? {
    let target = reference.target
    guard reference.kind == .property, Self.isClassName(target.type) else { return nil }
    let declared = reference.declaration
    let name = declared?.property ?? reference.name
    // What is declared elsewhere is of the app's code, whoever has it.
    guard CutWords.isProperty(name), declared != nil || reference.source.owner == .app else {
      return nil
    }
    if let type = reference.erasedType {
      let written = type == "Any" ? "Any?" : "(\(type))?"
      return ("var \(name): \(written)", "weak var \(name): \(CutWords.weakType(of: reference))")
    }
    let type = reference.declaredClass ?? target.type
    let declaration = "var \(name): \(type.contains(" ") ? "(\(type))" : type)?"
    let prefix = CutWords.prefix(of: reference)
    return (prefix + declaration, prefix + "weak " + declaration)
  }

  static func isClassName(_ type: String) -> Bool {
    !type.isEmpty
      && type.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
        CutWords.isProperty(String(part))
      }
  }

  /// The call that ends what is cut, in the method that is told when a screen goes where a screen makes it; else what its
  /// framework's row says.
  private var endChange: (before: String, after: String)? {
    if let call = endingCall, let text = call.text() {
      let isLate = role == .endedTooLate
      return (isLate ? "deinit { \(text) }" : "", Self.text(text, inCodeOf: call))
    }
    if role == .endedTooLate { return nil }
    if event == "removeFromParent()" { return childChange }
    if let listChange { return listChange }
    return role == .registration ? RuleCodes.ending(of: reference) : emptyChange
  }

  /// The three calls that end a child controller, where a property of its parent's has it; else in the child's own code.
  private var childChange: (before: String, after: String)? {
    let (parent, child) = (reference.source, reference.target)
    guard child.owner == .app, child.kind == .controller else { return nil }
    let property = child.referrers.first {
      parent.owner == .app && $0.source.index == parent.index && $0.kind == .property
        && CutWords.isProperty($0.name)
        && $0.index != reference.index
    }
    let way = property.map { "\($0.name)." } ?? ""
    let view = "\(way)view.removeFromSuperview()"
    return (view, "\(way)willMove(toParent: nil)\n\(view)\n\(way)removeFromParent()")
  }

  /// The call that ends what a framework keeps, where each name in it is known; one that a `deinit` makes too late, in
  /// another method.
  package var endingCall: EndingCall? {
    guard how == .end else { return nil }
    if case .inDeinit(let owner)? = reference.until?.called {
      guard let object = reference.graph.object(withID: owner), let event else { return nil }
      return EndingCall(of: event, on: reference, by: object)
    }
    return [.registration, .contained].contains(role) ? EndingCall(ending: reference) : nil
  }

  fileprivate static func text(_ text: String, inCodeOf call: EndingCall) -> String {
    guard call.isOfScreen else { return text }
    let lines = text.split(separator: "\n").map { "  \($0)\n" }.joined()
    if call.owner.isOfAppKit {
      return "override func viewDidDisappear() {\n  super.viewDidDisappear()\n\(lines)}"
    }
    return "override func viewDidDisappear(_ animated: Bool) {\n"
      + "  super.viewDidDisappear(animated)\n\(lines)}"
  }

  /// A closure or task that is forgotten when its time is over.
  private var emptyChange: (before: String, after: String)? {
    let (source, target) = (reference.source, reference.target)
    let name = CutWords.boxedVariable(reference) ?? reference.name
    guard source.owner == .app, source.kind != .closure, reference.kind == .property,
      reference.until == nil, CutWords.isProperty(name), !name.hasPrefix("$")
    else { return nil }
    if target.kind == .task { return ("", "\(name)?.cancel()\n\(name) = nil") }
    if reference.isCapture { return nil }
    let isCleared = target.kind == .closure || CutWords.isLettingGo(reference, role)
    return isCleared ? ("", "\(name) = nil") : nil
  }
}
