/// A compiler from a type to its contents, as steps.
///
/// A type that cannot be determined becomes words that may be references, never a guess about their types.
struct LayoutCompiler {
  let table: TypeTable
  private(set) var steps: [Step] = []
  /// Whether the appended value is that of a lazy property.
  private var isLazy = false
  /// Whether the class has the macro `@Observable`.
  private var isObservable = false
  /// Whether there was a lazy property.
  private(set) var hasLazyProperties = false

  init(table: TypeTable) { self.table = table }

  // MARK: Classes and contexts

  /// Appends the properties of an instance, superclasses first.
  mutating func appendInstance(of type: Metadata) {
    var classes = [type]
    while let next = classes[classes.count - 1].superclass { classes.append(next) }
    var end = 16
    for (index, type) in classes.enumerated().reversed() {
      let size = type.instanceSize
      let isRead = appendFields(of: type, from: end, size: size)
      if !isRead { appendWords(from: end, to: size) }
      if index > 0 { end = max(end, size) }
    }
  }

  /// Appends the properties that `type` itself declares, between `start` and `size`.
  private mutating func appendFields(of type: Metadata, from start: Int, size: Int) -> Bool {
    guard let declaration = type.declaration else { return false }
    let fields = declaration.fields
    guard fields.count == declaration.fieldCount else { return false }
    var end = start
    // The property before the words, if the runtime does not tell its type, such as a noncopyable one.
    var untold = ""
    isObservable = fields.contains { $0.name == PropertyName.registrar }
    defer { isObservable = false }
    for (index, field) in fields.enumerated() {
      let offset = Int(type.word((declaration.offsetVector + index) * 8))
      if offset == 0, isEmpty(field, in: type) { continue }
      guard offset >= 16, offset <= size else { return false }
      appendWords(from: end, to: offset, name: untold)
      let bytes = append(field, in: type, at: offset, within: "")
      untold = bytes == 0 ? field.name : ""
      end = max(end, offset + bytes)
    }
    appendWords(from: end, to: size, name: untold)
    return true
  }

  /// Whether a property takes no memory, such as one of an empty struct or the type of a struct: it has no offset then.
  private func isEmpty(_ field: FieldDeclaration, in owner: Metadata) -> Bool {
    guard let type = field.typeName?.metadata(in: owner) else { return false }
    return type.size == 0 || type.kind == .metatype
  }

  /// Appends a property and returns its size, or 0 if it is unknown.
  private mutating func append(
    _ field: FieldDeclaration, in owner: Metadata, at offset: Int, within path: String,
    isNamed: Bool = true
  ) -> Int {
    guard let typeName = field.typeName else { return 0 }
    let property = PropertyName(field.name, isObservable: isObservable && path.isEmpty)
    let wasLazy = isLazy
    defer { isLazy = wasLazy }
    isLazy = isLazy || property.isLazy
    hasLazyProperties = hasLazyProperties || isLazy
    let name = isNamed ? Self.join(path, property.text) : path
    return append(typeName, in: owner, at: offset, name: name) ?? 0
  }

  /// Appends a key path's captures, after its properties: `{header: 24 bits of size, flags}`.
  mutating func appendKeyPath(of type: Metadata) {
    appendInstance(of: type)
    appendStep(.keyPath, at: 24, name: "")
  }

  /// Appends the captures of a closure or a box.
  mutating func appendCaptures(of context: Metadata) {
    let captures = CaptureList(of: context)
    // In generic code, the arguments come first; types that depend on them cannot be determined.
    var offset = Int(captures.firstOffset) + captures.bindingCount * 8
    guard captures.isRecorded else { return appendRest(from: Int(captures.firstOffset)) }
    for (index, typeName) in captures.types.enumerated() {
      if let argument = captures.argument(named: typeName) {
        // The offset of the next capture depends on this one's type, which the context holds.
        appendStep(.argument, at: offset, name: "#\(index)", detail: Int32(argument))
        offset = 0
        continue
      }
      // The runtime crashes on some names that need generic arguments it does not get.
      let isKnown =
        captures.bindingCount == 0 || Self.isReference(typeName) || !typeName.mayNeedArguments
      guard isKnown else { return appendRest(from: offset) }
      let alignment = Self.alignmentMask(of: typeName)
      guard let alignment else { return appendRest(from: offset) }
      offset = (offset + alignment) & ~alignment
      // Only the types of captured variables are recorded: the name says which capture it is.
      guard let bytes = append(typeName, in: nil, at: offset, name: "#\(index)") else {
        return appendRest(from: offset)
      }
      offset += bytes
    }
  }

  /// Whether a name alone determines the layout of its values.
  private static func isReference(_ typeName: EncodedTypeName) -> Bool {
    ReferenceWord(typeName).map { $0.suffix == 0 }
      ?? (typeName.isEscapingFunction || typeName.isOptionalFunction)
  }

  private static func alignmentMask(of typeName: EncodedTypeName) -> Int? {
    if isReference(typeName) || ReferenceWord(typeName) != nil { return 7 }
    return typeName.metadata(in: nil)?.alignmentMask
  }

  // MARK: Values

  /// Appends a value whose type has this name and returns its size, or `nil` if it is unknown.
  private mutating func append(
    _ typeName: EncodedTypeName, in owner: Metadata?, at offset: Int, name: String
  ) -> Int? {
    if let word = ReferenceWord(typeName) {
      appendStep(word.operation, at: offset, name: name)
      guard word.suffix > 0, let type = typeName.dropLast(word.suffix).metadata(in: owner)
      else { return 8 }
      return max(8, type.size)
    }
    if typeName.isEscapingFunction || typeName.isOptionalFunction {
      appendStep(.function, at: offset, name: name)
      return 16
    }
    guard let type = typeName.metadata(in: owner) else { return nil }
    append(type, at: offset, name: name)
    return type.size
  }

  /// Appends a value of `type`.
  mutating func append(_ type: Metadata, at offset: Int, name: String) {
    switch type.kind {
    case .classType, .foreignClass:
      appendStep(.strong, at: offset, name: name)
      noteClass(type, of: name)
    case .structType: appendStruct(type, at: offset, name: name)
    case .enumType, .optional: appendEnum(type, at: offset, name: name)
    // Of a type as a value, the compiler stores less in a tuple than the runtime's layout of it says.
    case .tuple where type.tupleElements.contains { $0.type.kind == .metatype }:
      appendWords(from: offset, to: offset + type.size, name: name)
    case .tuple:
      for (index, element) in type.tupleElements.enumerated() {
        append(element.type, at: offset + element.offset, name: Self.join(name, "\(index)"))
      }
    case .fixedArray: appendFixedArray(type, at: offset, name: name)
    case .function:
      appendStep(type.isThickFunction ? .function : .pointer, at: offset, name: name)
    case .existential, .extendedExistential:
      if let operation = type.existentialOperation {
        appendStep(operation, at: offset, name: name)
        if operation == .strong {
          noteClass(type, of: name)
        } else if operation == .existential, isProperty(name) {
          steps[steps.count - 1].name = table.name(name, ofType: TypeText.ofExistential(type))
        }
      }
    case .opaque: appendOpaque(type, at: offset, name: name)
    case .metatype, .existentialMetatype, .context, .genericBox, .error, .task: break
    case nil: appendWords(from: offset, to: offset + type.size, name: name)
    }
  }

  /// Records the declared class of the last property: the property may hold a subclass.
  private mutating func noteClass(_ type: Metadata, of name: String) {
    if isProperty(name) { steps[steps.count - 1].name = table.name(name, ofClass: type) }
  }

  private func isProperty(_ name: String) -> Bool {
    !isLazy && !name.isEmpty && !name.hasPrefix("#")
  }

  private mutating func appendStruct(_ type: Metadata, at offset: Int, name: String) {
    guard let declaration = type.declaration else { return }
    let fields = declaration.fields
    let size = type.size
    guard fields.count == declaration.fieldCount, table.enter(type) else {
      return appendWords(from: offset, to: offset + size, name: name)
    }
    defer { table.leave(type) }
    // The names inside the standard library's collections mean nothing to a reader.
    let isOpen = declaration.module != "Swift"
    var end = 0
    for (index, field) in fields.enumerated() {
      let start = Int(type.word32(declaration.offsetVector * 8 + index * 4))
      appendWords(from: offset + end, to: offset + start, name: name)
      end = max(
        end, start + append(field, in: type, at: offset + start, within: name, isNamed: isOpen))
    }
    // A struct without fields, such as one imported from C, may still hold pointers.
    appendWords(from: offset + end, to: offset + size, name: name)
  }

  /// Appends the elements of an inline array; for a very long one, words that may be references.
  private mutating func appendFixedArray(_ type: Metadata, at offset: Int, name: String) {
    let (count, element) = type.fixedArray
    guard count > 0 else { return }
    guard count <= 1024 else {
      if element.isManaged { appendWords(from: offset, to: offset + type.size, name: name) }
      return
    }
    for index in 0..<count {
      append(element, at: offset + index * element.stride, name: "\(name)[\(index)]")
    }
  }

  private mutating func appendOpaque(_ type: Metadata, at offset: Int, name: String) {
    guard type.isManaged || type.size == 8 else { return }
    if type == Builtins.nativeObject {
      appendStep(.strong, at: offset, name: name)
    } else if type == Builtins.bridgeObject {
      appendStep(.bridge, at: offset, name: name)
    } else if type.isManaged {
      appendWords(from: offset, to: offset + type.size, name: name)
    } else if type == Builtins.rawPointer {
      appendStep(.pointer, at: offset, name: name)
    }
  }

  // MARK: Enums

  private mutating func appendEnum(_ type: Metadata, at offset: Int, name: String) {
    guard let declaration = type.declaration, declaration.fieldCount > 0 else { return }
    let fields = declaration.fields
    guard fields.count >= declaration.fieldCount, table.enter(type) else {
      return appendWords(from: offset, to: offset + type.size, name: name)
    }
    defer { table.leave(type) }
    if appendAsPayload(type, fields, at: offset, name: name) { return }
    var payloads: [[Step]] = []
    for field in fields.prefix(declaration.fieldCount) {
      var payload = LayoutCompiler(table: table)
      payload.isLazy = isLazy
      payload.appendPayload(field, of: type, name: name)
      payloads.append(payload.steps)
    }
    guard payloads.contains(where: { !$0.isEmpty }) else { return }
    let choice = Choice(type: type, size: type.size, payloads: payloads.map(table.add))
    appendStep(.choice, at: offset, name: "", detail: table.add(choice))
  }

  private mutating func appendPayload(
    _ field: FieldDeclaration, of type: Metadata, name: String
  ) {
    let path = type.kind == .optional ? name : Self.join(name, field.name)
    guard !field.isIndirect else { return appendStep(.strong, at: 0, name: path) }
    guard let typeName = field.typeName else { return }
    if append(typeName, in: type, at: 0, name: path) == nil {
      appendWords(from: 0, to: type.size, name: path)
    }
  }

  /// Appends an enum whose cases without a payload are words that are not references: `nil` for an object.
  ///
  /// Such a payload is read without looking at the tag, which is faster.
  private mutating func appendAsPayload(
    _ type: Metadata, _ fields: [FieldDeclaration], at offset: Int, name: String
  ) -> Bool {
    guard type.kind == .optional, let payload = fields.first, !payload.isIndirect,
      let typeName = payload.typeName, ReferenceWord(typeName) == nil,
      let inner = typeName.metadata(in: type), inner.size == type.size
    else { return false }
    let isReference: Bool =
      switch inner.kind {
      case .classType, .foreignClass: true
      case .function: inner.isThickFunction
      case .existential, .extendedExistential: inner.existentialOperation == .strong
      case .structType: inner.size == 8 && inner.isManaged
      default: false
      }
    guard isReference else { return false }
    append(inner, at: offset, name: name)
    return true
  }

  // MARK: Steps

  private mutating func appendStep(
    _ operation: Step.Operation, at offset: Int, name: String, detail: Int32 = 0
  ) {
    steps.append(
      Step(
        operation: operation, offset: Int32(clamping: offset),
        name: isLazy ? table.lazyName(name) : table.name(name), detail: detail))
  }

  /// Appends the whole words between two offsets.
  private mutating func appendWords(from start: Int, to end: Int, name: String = "") {
    let first = (start + 7) & ~7
    guard end - first >= 8 else { return }
    appendStep(.words, at: first, name: name, detail: Int32(clamping: end - first))
  }

  /// Appends everything from `start` to the end of the object.
  private mutating func appendRest(from start: Int) {
    appendStep(.words, at: (start + 7) & ~7, name: "", detail: .max)
  }

  private static func join(_ path: String, _ name: String) -> String {
    path.isEmpty ? name : name.isEmpty ? path : "\(path).\(name)"
  }
}

/// The source name of a property, from the name that it is stored under.
struct PropertyName {
  let text: String
  /// Whether it is a lazy property, which the compiler stores under another name.
  let isLazy: Bool

  /// The property in which the macro `@Observable` keeps the observers.
  static let registrar = "_$observationRegistrar"

  /// Properties that Foundation stores under a different name than the public one.
  private static let accessors = ["__completion": "completionBlock"]

  init(_ stored: String, isObservable: Bool) {
    let lazy = "$__lazy_storage_$_"
    isLazy = stored.hasPrefix(lazy)
    if isLazy {
      text = String(stored.dropFirst(lazy.count))
    } else if isObservable, stored.hasPrefix("_"), stored != Self.registrar {
      // The macro stores an observed property under its name with an underscore.
      text = String(stored.dropFirst())
    } else {
      text = Self.accessors[stored] ?? stored
    }
  }
}

/// A type name that says by itself that the value is one reference.
struct ReferenceWord {
  let operation: Step.Operation
  /// The length of the part of the name that says so; it follows the name of the referenced type.
  let suffix: Int

  init?(_ typeName: EncodedTypeName) {
    if typeName.hasSuffix("Xw") {
      (operation, suffix) = (.weak, 2)
    } else if typeName.hasSuffix("Xo") {
      (operation, suffix) = (.unowned, 2)
    } else if typeName.hasSuffix("Xu") {
      (operation, suffix) = (.pointer, 2)
    } else if typeName.hasSuffix("Xx") || typeName.equals("Bo") || typeName.equals("BO") {
      // A box of a captured variable, or an object of unstated class.
      (operation, suffix) = (.strong, 0)
    } else if typeName.equals("Bb") {
      (operation, suffix) = (.bridge, 0)
    } else if typeName.equals("Bp") || typeName.equals("Bj") {
      (operation, suffix) = (.pointer, 0)
    } else if typeName.equals("Bc") {
      (operation, suffix) = (.continuation, 0)
    } else {
      return nil
    }
  }
}
