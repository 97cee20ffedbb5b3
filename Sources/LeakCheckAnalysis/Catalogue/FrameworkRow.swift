import LeakCheckGraph
import LeakCheckText

/// One fact about a framework: what its object holds, who ends that, and what to write instead.
///
/// A class, because rows are asked for in great numbers and each is large to copy.
package final class FrameworkRow: Sendable {
  /// The ownership that the reference stands for.
  package enum Ownership: String, CaseIterable, Sendable {
    /// The holder owns the target: the reference is not the one to cut.
    case owned
    /// The target is only registered with the holder, until a call ends that.
    case registered
    /// The reference leads back to the owner.
    case back
  }

  /// The stable code of the row; empty for a project's that gives none.
  let code: String
  /// The framework's name; empty for a project's own row.
  let framework: String
  /// The modules that the framework's types are in.
  private let modules: [String]
  /// The patterns of the holders' types.
  let holders: [TypePattern]
  /// The kinds of holders that are meant whatever their types.
  let kinds: [ObjectKind]
  let references: [String]
  let ownership: Ownership
  /// Whether the holder calls a closure that it holds once, and lets go of it then.
  let isOnce: Bool
  /// Whether the holder calls a closure that it holds again and again, until the call that ends the reference.
  let isRepeated: Bool
  /// The call that ends the reference.
  let event: String?
  /// The fix in words, with `{target}` and `{holder}` for the objects.
  let fix: String?
  /// The code as it mostly is, and as it should be.
  let change: (before: String, after: String)?
  /// The call that ends the reference, as one types it: with `{holder}` for the way to the holder, and `{name}` for the
  /// text that the target is registered under.
  private let call: String?
  /// The type of the object on the way to the holder that the call is made on, where that is not the holder.
  let callOn: TypePattern?
  /// The call where that text is not known.
  private let callForAll: String?
  let documentation: String

  /// A row of a project, which speaks of its own types as well as of a framework's.
  ///
  /// - Parameters:
  ///   - code: a code of the project's own, or none.
  ///   - holders: patterns of the holders' types.
  ///   - references: the names of the references; none for all.
  ///   - ownership: who owns whom by them.
  ///   - event: the call that ends them.
  ///   - fix: the fix in words, with `{target}` and `{holder}` for the objects.
  ///   - change: the code as it mostly is, and as it should be.
  ///   - documentation: where that is told of.
  package init(
    code: String, holders: [String], references: [String], ownership: Ownership, event: String?,
    fix: String?, change: (before: String, after: String)?, documentation: String
  ) {
    (self.code, self.documentation, self.ownership) = (code, documentation, ownership)
    self.holders = holders.map { TypePattern($0) }
    self.references = references
    (self.event, self.fix, self.change) = (event, fix, change)
    (framework, modules, kinds, isOnce, isRepeated) = ("", [], [], false, false)
    (call, callForAll, callOn) = (nil, nil, nil)
  }

  init?(_ tree: JSONTree, framework: String, modules: [String]) {
    guard let code = tree["code"]?.text, let documentation = tree["documentation"]?.text,
      let ownership = tree["is"]?.text.flatMap(Ownership.init(rawValue:))
    else { return nil }
    (self.code, self.documentation) = (code, documentation)
    (self.framework, self.modules) = (framework, modules)
    self.ownership = ownership
    holders = tree["holder"]?.strings.map { TypePattern($0) } ?? []
    kinds = tree["kinds"]?.strings.map { ObjectKind(rawValue: $0) } ?? []
    references = tree["references"]?.strings ?? []
    isOnce = tree["once"] != nil
    isRepeated = tree["again"] != nil
    event = tree["ended"]?.text
    fix = tree["fix"]?.text
    call = tree["call"]?.text
    callForAll = tree["callForAll"]?.text
    callOn = tree["callOn"]?.text.map { TypePattern($0) }
    if let before = tree["before"]?.text, let after = tree["after"]?.text {
      change = (before, after)
    } else {
      change = nil
    }
  }

  /// Whether the row speaks of an object by its kind or its type.
  ///
  /// - Parameters:
  ///   - type: the type's plain name.
  ///   - kind: the kind of the object.
  ///   - isFramework: whether a framework has it. A type of the app that merely sounds like one of a framework does
  ///     not hold what that holds, so there only whole names count, and none that another module has.
  /// - Returns: whether it does.
  func speaks(of type: PlainTypeName, _ kind: ObjectKind, isFramework: Bool) -> Bool {
    let isFramework = isFramework || isProjects
    if isFramework, kinds.contains(kind) { return true }
    return holders.contains {
      $0.matches(type) && (isFramework || $0.isExact && isFrameworks(type, named: $0))
    }
  }

  /// Whether a type of the whole name `pattern` is in no module or in one of the framework's.
  private func isFrameworks(_ type: PlainTypeName, named pattern: TypePattern) -> Bool {
    guard type.bytes.count > (pattern.parts.first?.count ?? 0) else { return true }
    let module = String(decoding: type.bytes.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
    return module == "__C" || modules.contains(module)
  }

  /// Whether an object can be meant at all, whoever has it.
  func mayMean(_ type: PlainTypeName, _ kind: ObjectKind) -> Bool {
    kinds.contains(kind) || holders.contains { $0.matches(type) }
  }

  /// Whether the row speaks of the reference of a name, whatever position and storage the name tells of.
  func speaks(ofReference name: String) -> Bool {
    references.isEmpty || references.contains(name)
      || references.contains(Self.property(of: name))
  }

  /// The call that ends a reference whose target is registered under `key`, as one types it; `nil` where none is known.
  func call(forElement key: String?) -> String? {
    guard let call, call.contains("{name}") else { return call }
    return key.map { call.replacing("{name}", with: "\"\($0)\"") } ?? callForAll
  }

  /// Whether the call is made on an object that a property must have, for nothing else leads to it.
  var isCalledByProperty: Bool {
    callOn == nil
      && call.map { $0.hasPrefix("{holder}?") || $0.hasPrefix("if let {holder}") } == true
  }

  /// Whether a project wrote the row, of whose types the patterns are.
  var isProjects: Bool { framework.isEmpty }

  /// The names of references that are told apart; empty where the row means all.
  var isForAllReferences: Bool { references.isEmpty }

  /// The lazy variable that storage of this name belongs to; `nil` of any other.
  static func lazyProperty(of name: String) -> String? {
    let storage = "$__lazy_storage_$_"
    return name.hasPrefix(storage) ? String(name.dropFirst(storage.count)) : nil
  }

  /// The property that a reference is stored in: `timers` of `timers[0]`, `view` of `_view`.
  static func property(of name: String) -> String {
    var rest = lazyProperty(of: name).map { $0[...] } ?? name[...]
    if rest.hasPrefix("_") { rest = rest.dropFirst() }
    return String(rest.prefix { $0 != "[" })
  }
}

extension JSONTree {
  /// The value of a string; `nil` of anything else.
  var text: String? {
    if case .string(let text) = value { return text }
    return nil
  }
}
