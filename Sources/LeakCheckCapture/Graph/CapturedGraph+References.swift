import LeakCheckGraph

extension CapturedGraph {
  mutating func addReference(_ link: Link) {
    if addPlain(link) { return }
    var from = id(of: link.source)
    var reference = ReferenceDescription(from: from, to: id(of: link.target))
    let isClosure = isClosure(link.source)
    reference.name = name(of: link)
    reference.kind = link.isElement ? .element : .property
    if link.functionCode != 0, heap.layout(of: link.source)?.shape == .task {
      reference.name = "operation"
    }
    if link.functionCode != 0, !self.isClosure(link.target) {
      from = addClosure(link)
      reference = ReferenceDescription(from: from, to: id(of: link.target))
      reference.kind = .capture
      reference.name = isSelf(link.target, of: link.code) ? "self" : ""
    } else if isClosure {
      reference.kind = .capture
      reference.name = capturedName(link)
    } else if reference.name.hasPrefix("#") {
      // A captured variable is a box, and the box holds its value.
      reference.name = "value"
    }
    if link.operation == .continuation { reference.to = addContinuation(of: link.target) }
    describeStrength(of: link, &reference)
    if reference.kind == .property {
      if linkNames.isSpecial(link.name) {
        describeDeclaration(of: link, &reference)
      } else if let name = otherClass(of: link).flatMap(TypeText.ofClass) {
        reference.extensions = "\"x-class\": \"\(name)\""
      }
      if !reference.extensions.contains("x-declaredIn"), let name = superclass(declaring: link) {
        let separator = reference.extensions.isEmpty ? "" : ", "
        reference.extensions += "\(separator)\"x-declaredIn\": \"\(name)\""
      }
    }
    builder.add(reference)
  }

  /// Adds the facts about a property that are needed to change its declaration.
  private func describeDeclaration(of link: Link, _ reference: inout ReferenceDescription) {
    if let type = linkNames.erasedType(of: link.name) {
      reference.extensions = "\"x-declared\": \"\(type)\""
    } else if let value = linkNames.valueType(of: link.name),
      let target = heap.layout(of: link.target),
      let module = value.declaration?.module, module == target.type.declaration?.module,
      ModuleSources.isOwn(target.type)
    {
      reference.extensions = "\"x-declaredIn\": \"\(TypeText.plain(value) ?? "")\""
    }
  }

  /// The superclass of the program's own that declares a property, or `nil`.
  mutating func superclass(declaring link: Link) -> String? {
    let layout = heap.objects.layouts[Int(link.source)]
    guard layout >= 0, !link.isElement, declaringClasses.mayInherit(layout) else { return nil }
    let property = name(of: link)
    return declaringClasses.name(of: layout, declaring: link.name, property)
  }

  /// The declared class of a property, if its target has another one.
  func otherClass(of link: Link) -> Metadata? {
    guard let type = linkNames.classType(of: link.name),
      let target = heap.layout(of: link.target), target.shape == .instance,
      target.type.address != type.address
    else { return nil }
    return type
  }

  private func describeStrength(of link: Link, _ reference: inout ReferenceDescription) {
    switch link.operation {
    case .weak: reference.strength = .weak
    case .unowned: reference.strength = .unowned
    case .relation: reference.kind = .runtime
    case .words where isCheckedContinuation(link): reference.kind = .runtime
    case .words, .pointer:
      if reference.kind != .capture { reference.kind = .runtime }
      // A guess is marked as one, whatever its target.
      if heap.isObject(link.target) { reference.extensions = "\"x-unproved\": true" }
      if link.operation == .words, heap.layout(of: link.source)?.shape == .instance {
        reference.extensions += (reference.extensions.isEmpty ? "" : ", ") + "\"x-inValue\": true"
      }
    case .strong, .bridge, .function, .existential, .error, .choice, .continuation, .keyPath,
      .memory, .argument:
      break
    }
  }

  /// Adds a closure without an object of its own, and the reference to it; returns its id.
  private mutating func addClosure(_ link: Link) -> ObjectID {
    let name = name(of: link)
    let made = madeObject(for: "\(link.source) \(name) \(link.code) \(link.target)")
    guard made.isNew else { return made.id }
    var closure = ObjectDescription(id: made.id, type: "closure")
    closure.kind = .closure
    describeCode(link.code, &closure)
    builder.add(closure)
    var reference = ReferenceDescription(from: id(of: link.source), to: made.id)
    let isTask = heap.layout(of: link.source)?.shape == .task
    reference.name = isTask ? "operation" : isClosure(link.source) ? capturedName(link) : name
    reference.kind = link.isElement ? .element : .property
    if isClosure(link.source) { reference.kind = .capture }
    builder.add(reference)
    return made.id
  }

  /// The name of a capture: `self`, a part of it, or nothing.
  ///
  /// The program contains only the types of captured variables, not their names.
  private func capturedName(_ link: Link) -> String {
    let name = name(of: link)
    // Where the types of generic code are not known, the offset of a word says nothing to a reader.
    if link.operation == .words {
      return isSelf(link.target, of: code(of: link.source)) ? "self" : ""
    }
    guard name.hasPrefix("#") else { return name }
    let rest = name.drop { $0 == "#" || $0.isNumber }
    if isSelf(link.target, of: code(of: link.source)) { return "self" + rest }
    return String(rest.first == "." ? rest.dropFirst() : rest)
  }

  /// Whether an object has the type whose method contains a closure.
  private func isSelf(_ target: Int32, of code: UInt) -> Bool {
    guard let owner = symbols.name(of: code)?.selfType, let layout = heap.layout(of: target)
    else { return false }
    return ClassNames.isKind(layout.type, of: owner)
  }

  // MARK: Continuations

  /// Adds a continuation without an object of its own, and the reference to the task that it resumes; returns its id.
  private mutating func addContinuation(of task: Int32) -> ObjectID {
    let made = madeObject(for: "continuation \(task)")
    guard made.isNew else { return made.id }
    var continuation = ObjectDescription(id: made.id, type: "UnsafeContinuation")
    continuation.owner = .framework
    builder.add(continuation)
    addReference("task", from: made.id, to: id(of: task))
    return made.id
  }

  /// Adds the continuations that nothing can resume any more: the tasks waiting for them keep themselves alive.
  mutating func addLostContinuations(among nodes: [Int32]) {
    let lost = nodes.filter { isShown[Int($0)] && heap.waitsInVain($0) }
    guard !lost.isEmpty else { return }
    let resumed = resumedTasks()
    for node in lost where !resumed.contains(node) {
      let made = madeObject(for: "continuation \(node)")
      guard made.isNew else { continue }
      var continuation = ObjectDescription(id: made.id, type: "CheckedContinuation")
      continuation.name = "a continuation that nothing refers to any more"
      continuation.owner = .framework
      builder.add(continuation)
      addReference("waits for", from: id(of: node), to: made.id)
      addReference("task", from: made.id, to: id(of: node))
    }
  }

  private mutating func addReference(_ name: String, from source: ObjectID, to target: ObjectID) {
    var reference = ReferenceDescription(from: source, to: target)
    reference.name = name
    reference.kind = .runtime
    builder.add(reference)
  }

  /// The tasks that the shown checked continuations resume.
  private func resumedTasks() -> Set<Int32> {
    var tasks: Set<Int32> = []
    var index = 0
    while index < links.count {
      if isCheckedContinuation(links[index]) { tasks.insert(links[index].target) }
      index &+= 1
    }
    return tasks
  }

  /// Whether a link is that of a checked continuation to the task which it resumes.
  private func isCheckedContinuation(_ link: Link) -> Bool {
    guard link.operation == .words, heap.layout(of: link.target)?.shape == .task,
      let layout = heap.layout(of: link.source), layout.shape == .instance
    else { return false }
    return SwiftModule.isCheckedContinuation(layout.type)
  }

  // MARK: Global variables

  mutating func addGlobals() {
    for word in shownRoots {
      let place = GlobalPlace(
        symbol: symbols.name(of: word.address), place: symbols.place(of: word.address))
      let made = madeObject(for: "global \(place.owner)")
      if made.isNew {
        var object = ObjectDescription(id: made.id, type: place.owner)
        object.root = place.reason
        object.owner = place.isApp ? .app : .framework
        builder.add(object)
      }
      var reference = ReferenceDescription(from: made.id, to: id(of: word.node))
      reference.name = place.variable
      let code = place.isFunction ? functionCode(of: word) : 0
      if code != 0, !isClosure(word.node) {
        reference.to = addClosure(of: code, capturing: word.node, for: "global \(word.address)")
      }
      builder.add(reference)
    }
  }

  /// Adds a closure without an object of its own, and its reference to the only captured object; returns its id.
  private mutating func addClosure(
    of code: UInt, capturing node: Int32, for key: String
  ) -> ObjectID {
    let made = madeObject(for: key)
    var closure = ObjectDescription(id: made.id, type: "closure")
    closure.kind = .closure
    describeCode(code, &closure)
    builder.add(closure)
    var capture = ReferenceDescription(from: made.id, to: id(of: node))
    capture.kind = .capture
    capture.name = isSelf(node, of: code) ? "self" : ""
    builder.add(capture)
    return made.id
  }
}
