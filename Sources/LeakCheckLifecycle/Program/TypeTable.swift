import LeakCheckGraph
import LeakCheckText

/// The types of a program: those of frameworks, then those that the scenario declares.
struct TypeTable: Sendable {
  struct TypeInfo: Sendable {
    var name: String
    /// The supertype, or -1.
    var base: Int32
    var kind: ObjectKind
    var isDeclared: Bool
    var traces: Bool
    /// Whether a storyboard or nib provides its view.
    var hasNib = false
    /// How the properties that it declares itself hold; see ``TypeTable/strength(of:in:)`` for those of supertypes.
    var properties: [String: Strength] = [:]
    /// The properties that it declares itself, in the order in which they are released.
    var releaseOrder: [String] = []
    var callbacks: [String: [Action]] = [:]
    var callbackPlaces: [String: SourcePlace] = [:]
    /// The full names of methods, by the names of callbacks.
    var methodNames: [String: String] = [:]
    /// The presentation that `automatic` stands for by this type, where it is not a sheet.
    var automaticStyle: PresentationStyle?
    /// Each supertype and the type itself.
    var ancestors: Set<Int32> = []
  }

  private var infos: [TypeInfo] = []
  /// What container the objects of each type are, if one.
  private var containers: [(any Container.Type)?] = []
  private var indices: [String: Int32] = [:]
  private var frameworkIndices: [String: Int32] = [:]

  /// The indices of what the scenario declares.
  private(set) var declared: [Int32] = []

  subscript(index: Int32) -> TypeInfo {
    get { infos[Int(index)] }
    set { infos[Int(index)] = newValue }
  }

  var names: some Collection<String> { infos.lazy.map(\.name) }

  /// The type of a name: that of the scenario, where it has one that is named like a framework's.
  func index(of name: String) -> Int32? { indices[name] }

  /// The type of that name that the simulation makes objects of itself, whatever the scenario calls so.
  func framework(_ name: String) -> Int32 { frameworkIndices[name] ?? 0 }

  /// What container the objects of a type are, or `nil` for those that are no controllers.
  func container(of type: Int32) -> (any Container.Type)? { containers[Int(type)] }

  /// The presentation that `automatic` stands for by a type or its supertypes, where it is not a sheet.
  func automaticStyle(of type: Int32) -> PresentationStyle? {
    lineage(of: type).lazy.compactMap { infos[Int($0)].automaticStyle }.first
  }

  /// Whether a type is another, or a subtype of it.
  func type(_ type: Int32, is other: Int32) -> Bool {
    infos[Int(type)].ancestors.contains(other)
  }

  init(of scenario: Scenario) throws(InputError) {
    for type in FrameworkType.all {
      add(
        TypeInfo(
          name: type.name, base: indices[type.base] ?? -1, kind: type.kind, isDeclared: false,
          traces: false, properties: type.properties, automaticStyle: type.automaticStyle))
    }
    frameworkIndices = indices
    try declareAll(of: scenario)
  }

  /// Declares the types of a scenario: first those whose supertypes frameworks have, then the subtypes of those, and so
  /// on, each time in the order of the file.
  private mutating func declareAll(of scenario: Scenario) throws(InputError) {
    let all = scenario.types
    let subtypes = Dictionary(grouping: all.indices, by: { all[$0].base })
    var isDeclared = [Bool](repeating: false, count: all.count)
    let names = Set(all.map(\.name))
    var ready = all.indices.filter { indices[all[$0].base] != nil && !names.contains(all[$0].base) }
    var depth = 1
    while !ready.isEmpty {
      guard depth <= Self.deepest else { throw tooDeep(all[ready[0]], in: scenario) }
      for place in ready {
        try declare(all[place], in: scenario)
        isDeclared[place] = true
      }
      ready = ready.flatMap { subtypes[all[$0].name] ?? [] }.sorted()
      depth += 1
    }
    guard let rest = isDeclared.firstIndex(of: false) else { return }
    throw failure(all[rest], in: scenario, among: Set(all.map(\.name)))
  }

  /// So many types may be supertypes of one another: each knows all of its own.
  static let deepest = 100

  private mutating func declare(
    _ type: TypeDeclaration, in scenario: Scenario
  ) throws(InputError) {
    guard indices[type.name].map({ !infos[Int($0)].isDeclared }) ?? true else {
      throw InputError(
        source: scenario.source, line: type.place?.line ?? 1, column: type.place?.column ?? 1,
        problem: "the type \(Quotation.quoted(type.name)) exists already",
        expected: "a name of its own")
    }
    let base = indices[type.base] ?? 0
    let kind = infos[Int(base)].kind
    let isDelegate = type.callbacks.keys.contains { CallbackName.ofDelegates.contains($0) }
    let traces =
      type.traces || kind == .controller || kind == .delegate || isDelegate
    add(
      TypeInfo(
        name: type.name, base: base, kind: isDelegate && kind == .object ? .delegate : kind,
        isDeclared: true, traces: traces, hasNib: type.hasNib, properties: type.properties,
        releaseOrder: type.releaseOrder, callbacks: type.callbacks.mapValues(\.actions),
        callbackPlaces: type.callbackPlaces, methodNames: type.methodNames))
    declared.append(Int32(infos.count - 1))
  }

  private mutating func add(_ info: TypeInfo) {
    var info = info
    info.ancestors = info.base >= 0 ? infos[Int(info.base)].ancestors : []
    info.ancestors.insert(Int32(infos.count))
    let own = Containers.all.first { !info.isDeclared && $0.type.name == info.name }
    containers.append(own ?? (info.base >= 0 ? containers[Int(info.base)] : nil))
    indices[info.name] = Int32(infos.count)
    infos.append(info)
  }

  private func tooDeep(_ type: TypeDeclaration, in scenario: Scenario) -> InputError {
    let place = type.basePlace ?? type.place
    return InputError(
      source: scenario.source, line: place?.line ?? 1, column: place?.column ?? 1,
      problem: "\(Quotation.quoted(type.name)) has \(Self.deepest) supertypes in the file",
      expected: "fewer")
  }

  private func failure(
    _ type: TypeDeclaration, in scenario: Scenario, among names: Set<String>
  ) -> InputError {
    let place = type.basePlace ?? type.place
    let isCircular = names.contains(type.base)
    let known = infos.map(\.name) + names.sorted()
    return InputError(
      source: scenario.source, line: place?.line ?? 1, column: place?.column ?? 1,
      problem: isCircular
        ? "\(Quotation.quoted(type.name)) is its own supertype"
        : "unknown type \(Quotation.quoted(type.base)) for \"is\"",
      expected: "a UIKit class, \"NSObject\", or another type of the file",
      suggestion: isCircular
        ? nil : NearestWord.nearest(to: type.base, among: known).map { Quotation.quoted($0) })
  }

  /// How a property of a type holds.
  func strength(of property: String, in type: Int32) -> Strength {
    declaredStrength(of: property, in: type) ?? .strong
  }

  /// How a property holds by the first of a type and its supertypes that says so, or `nil`.
  func declaredStrength(of property: String, in type: Int32) -> Strength? {
    lineage(of: type).lazy.compactMap { infos[Int($0)].properties[property] }.first
  }

  /// The supertype of the app's that declares a property of a type, or `nil` where it does so itself, or nobody does.
  func supertype(declaring property: String, of type: Int32) -> String? {
    let declaring = lineage(of: type).first { infos[Int($0)].properties[property] != nil }
    guard let declaring, declaring != type, infos[Int(declaring)].isDeclared else { return nil }
    return infos[Int(declaring)].name
  }

  /// The properties that a type itself declares, in the order in which its objects release them.
  func releaseOrder(ofOwn type: Int32) -> [String] { infos[Int(type)].releaseOrder }

  /// A type and its supertypes.
  func lineage(of type: Int32) -> some Sequence<Int32> {
    sequence(first: type) { last in
      let base = infos[Int(last)].base
      return base >= 0 ? base : nil
    }
  }

  /// The implementations of a callback, that of the type itself first.
  func chain(of callback: String, in type: Int32) -> [[Action]] {
    var chain: [[Action]] = []
    var next = type
    while next >= 0 {
      let info = infos[Int(next)]
      guard info.isDeclared else { break }
      if let actions = info.callbacks[callback] { chain.append(actions) }
      next = info.base
    }
    return chain
  }

  /// The place of a callback's implementation, that of the type itself first; `nil` where frameworks alone have one.
  func place(ofCallback name: String, in type: Int32) -> SourcePlace? {
    lineage(of: type).lazy.compactMap { infos[Int($0)].callbackPlaces[name] }.first
  }

  /// A method as a debugger names it: with its labels where they are known, and it takes something.
  func name(ofMethod method: String, in type: Int32) -> String {
    let full = lineage(of: type).lazy.compactMap { infos[Int($0)].methodNames[method] }.first
    return full ?? String(CallbackName.signature(method).prefix { $0 != "(" })
  }

  /// A callback as `#function` prints it in a type: those of AppKit take no arguments.
  func signature(ofCallback name: String, in type: Int32) -> String {
    CallbackName.isOfAppearance(name) && isOfAppKit(type)
      ? "\(name)()" : CallbackName.signature(name)
  }

  /// Whether the objects of a type are controllers of AppKit.
  func isOfAppKit(_ type: Int32) -> Bool { self.type(type, is: framework("NSViewController")) }

  /// Whether the app implements a callback.
  func implements(_ callback: String, in type: Int32) -> Bool {
    !chain(of: callback, in: type).isEmpty
  }
}
