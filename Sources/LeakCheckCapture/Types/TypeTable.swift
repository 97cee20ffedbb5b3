import LeakCheckGraph
import LeakCheckLocks

/// The memory layouts of this process's types, each found once.
///
/// Source of the facts: the reflection metadata that every Swift program carries unless it is built with
/// `-disable-reflection-metadata`; without it, fields are read as words that may be references.
///
/// A class, because all captures of a process share it, and it grows while they read. Entries stay in place, so a
/// reader's copy of the lists remains valid; only growing is locked.
final class TypeTable: @unchecked Sendable {

  /// The layouts of heap objects.
  var layouts: PageArray<TypeLayout> { lock.withLock { _ in allLayouts } }
  /// The layouts of values in collections, boxes and existentials.
  var values: PageArray<ValueLayout> { lock.withLock { _ in allValues } }
  /// The contents at fixed places of all types.
  var steps: PageArray<Step> { lock.withLock { _ in allSteps } }
  /// The enums.
  var choices: [Choice] { lock.withLock { _ in allChoices } }
  /// The names of properties; the first is empty.
  var names: [String] { lock.withLock { _ in allNames } }

  /// The declared existential types of properties that can hold a value of any type, by name number.
  var erasedTypes: [Int32: String] { lock.withLock { _ in allErasedTypes } }
  /// The declared classes and class protocols of properties, by name number.
  var classTypes: [Int32: Metadata] { lock.withLock { _ in allClassTypes } }
  /// The types of values in existentials, by the name numbers of their properties.
  var valueTypes: [Int32: Metadata] { lock.withLock { _ in allValueTypes } }
  /// The name numbers of lazy properties.
  var lazyNames: Set<Int32> { lock.withLock { _ in allLazyNames } }

  private let lock = Mutex<Void>(())
  private var allLayouts: PageArray<TypeLayout>
  private var allValues: PageArray<ValueLayout>
  private var allSteps: PageArray<Step>
  private var allChoices: [Choice] = []
  private var allNames: [String] = [""]
  private var nameNumbers: [String: Int32] = ["": 0]
  /// The names of lazy properties, which have separate numbers.
  private var lazyNumbers: [String: Int32] = [:]
  private var allLazyNames: Set<Int32> = []
  /// The names of properties with an existential type, by type and text: they have separate numbers.
  private var erasedNumbers: [String: [String: Int32]] = [:]
  private var allErasedTypes: [Int32: String] = [:]
  /// The names of properties with a class type, by the metadata's address and the text.
  private var classNumbers: [UInt: [String: Int32]] = [:]
  private var allClassTypes: [Int32: Metadata] = [:]
  private var numbersWithin: [UInt: [String: Int32]] = [:]
  private var allValueTypes: [Int32: Metadata] = [:]
  private var layoutNumbers: AddressMap
  private var valueNumbers: AddressMap
  /// Types whose layout is being determined; a type that contains itself asks for it again.
  private var pending: Set<UInt> = []
  private let pages = Pages()

  init() {
    allLayouts = PageArray(in: pages)
    allValues = PageArray(in: pages)
    allSteps = PageArray(in: pages)
    layoutNumbers = AddressMap(in: pages)
    valueNumbers = AddressMap(in: pages)
  }

  /// The layout number for objects with this metadata, or -1 if the address is not metadata.
  func layout(of metadata: UInt, in image: MemoryImage) -> Int32 {
    lock.withLock { _ in
      if let known = layoutNumbers[metadata] { return known }
      guard let shape = MetadataProbe(image: image).shape(of: metadata) else { return -1 }
      let layout = compiled(Metadata(address: metadata), shape: shape)
      let number = Int32(allLayouts.count)
      allLayouts.append(layout)
      layoutNumbers.insert(number, for: metadata)
      return number
    }
  }

  /// The layout number for values of the type that an object names, or -1 if it names none.
  func value(of metadata: UInt, in image: MemoryImage) -> Int32 {
    lock.withLock { _ in
      if let known = valueNumbers[metadata] { return known }
      guard MetadataProbe(image: image).isType(metadata) else { return -1 }
      return value(of: Metadata(address: metadata))
    }
  }

  private func value(of type: Metadata) -> Int32 {
    if let known = valueNumbers[type.address] { return known }
    var compiler = LayoutCompiler(table: self)
    compiler.append(type, at: 0, name: "")
    let value = ValueLayout(
      type: type, size: Int32(clamping: type.size), stride: Int32(clamping: type.stride),
      alignmentMask: Int32(type.alignmentMask), isInline: type.isInline, steps: add(compiler.steps))
    let number = Int32(allValues.count)
    allValues.append(value)
    valueNumbers.insert(number, for: type.address)
    return number
  }

  private func compiled(_ type: Metadata, shape: TypeLayout.Shape) -> TypeLayout {
    var layout = TypeLayout(shape: shape, type: type)
    var compiler = LayoutCompiler(table: self)
    layout.isOwn = shape == .instance && ModuleOwner.isHidden(type)
    switch shape {
    case .instance where layout.isOwn: noteOwner(of: &layout)
    case .instance:
      noteOwner(of: &layout)
      compileInstance(&layout, &compiler)
    case .context: compiler.appendCaptures(of: type)
    case .box:
      compiler.append(Metadata(address: type.word(16)), at: Int(type.word32(8)), name: "")
    case .error, .task, .array, .dictionary, .set: break
    }
    layout.steps = add(compiler.steps)
    layout.hasLazyProperties = compiler.hasLazyProperties
    return layout
  }

  /// Records the owner of the class, which is needed for every object.
  private func noteOwner(of layout: inout TypeLayout) {
    let module = layout.type.declaration?.module ?? ""
    layout.isTestCase = SwiftModule.isTestCase(layout.type)
    layout.isApp = ModuleOwner.isApp(module)
    layout.isOfTestFramework = ModuleOwner.isTestFramework(module)
    layout.isThread =
      layout.type.declaration?.name == "Thread" && TypeText(layout).name == "Thread"
  }

  private func compileInstance(_ layout: inout TypeLayout, _ compiler: inout LayoutCompiler) {
    let type = layout.type
    layout.size = Int32(clamping: type.instanceSize)
    let arguments = type.genericArguments
    let name = type.declaration?.name ?? ""
    let isSwift = SwiftModule.isStandardLibrary(type)
    func argument(_ index: Int) -> Int32 {
      value(of: Metadata(address: Metadata(address: arguments).word(index * 8)))
    }
    switch (isSwift, name) {
    case (true, "_ContiguousArrayStorage"):
      layout.shape = .array
      layout.element = argument(0)
    case (true, "_SetStorage"):
      layout.shape = .set
      layout.key = argument(0)
    case (true, "_DictionaryStorage"):
      layout.shape = .dictionary
      layout.key = argument(0)
      layout.element = argument(1)
    case (true, "__StringStorage"): break
    case (true, _) where name.hasSuffix("KeyPath"):
      compiler.appendKeyPath(of: type)
    default:
      compiler.appendInstance(of: type)
      if let buffer = SwiftModule.managedBuffer(type) {
        layout.element = value(
          of: Metadata(address: Metadata(address: buffer.genericArguments).word(8)))
      }
      let tail = layout.element < 0 ? nil : tail(ofElements: layout.element)
      let hasHiddenStorage = SwiftModule.hasHiddenStorage(type)
      layout.tail = tail ?? (hasHiddenStorage ? .words : .unknown)
      layout.isInitialised = tail != nil || !hasHiddenStorage
    }
  }

  /// The content after the properties of a subclass of `ManagedBuffer`, by the layout of its elements.
  private func tail(ofElements element: Int32) -> TypeLayout.Tail {
    let value = allValues[Int(element)]
    // The number of elements is unknown, so their words may be outdated ones of other objects.
    if value.type.isManaged { return .words }
    return value.steps.isEmpty ? .none : .memory
  }

  // MARK: Parts

  func name(_ text: String) -> Int32 {
    if let number = nameNumbers[text] { return number }
    let number = newName(text)
    nameNumbers[text] = number
    return number
  }

  /// A new number for a name.
  private func newName(_ text: String) -> Int32 {
    allNames.append(text)
    return Int32(allNames.count - 1)
  }

  /// The number for the name of a lazy property.
  func lazyName(_ text: String) -> Int32 {
    if let number = lazyNumbers[text] { return number }
    let number = newName(text)
    lazyNumbers[text] = number
    allLazyNames.insert(number)
    return number
  }

  /// The number for the name of a property with an existential type, such as `Any`.
  func name(_ text: String, ofType type: String) -> Int32 {
    if let number = erasedNumbers[type]?[text] { return number }
    let number = newName(text)
    erasedNumbers[type, default: [:]][text] = number
    allErasedTypes[number] = type
    return number
  }

  /// The number for the name of a property with a class or class protocol type.
  func name(_ text: String, ofClass type: Metadata) -> Int32 {
    if let number = classNumbers[type.address]?[text] { return number }
    let number = newName(text)
    classNumbers[type.address, default: [:]][text] = number
    allClassTypes[number] = type
    return number
  }

  /// The number for the name of a property `inner` of a value that another property is, or holds in an existential; in
  /// the latter case, the value's type is known.
  func name(_ inner: Int32, within outer: Int32, of value: Metadata?) -> Int32 {
    lock.withLock { _ in
      let (path, name) = (allNames[Int(outer)], allNames[Int(inner)])
      let text = name.hasPrefix("[") ? path + name : "\(path).\(name)"
      guard let value, value.kind == .structType, !path.isEmpty, allErasedTypes[inner] == nil,
        !name.contains(where: { ".[#".contains($0) })
      else { return self.name(text) }
      if let number = numbersWithin[value.address]?[text] { return number }
      let number = newName(text)
      numbersWithin[value.address, default: [:]][text] = number
      allValueTypes[number] = value
      return number
    }
  }

  func add(_ choice: Choice) -> Int32 {
    allChoices.append(choice)
    return Int32(allChoices.count - 1)
  }

  func add(_ more: [Step]) -> StepRange {
    let first = Int32(allSteps.count)
    for step in more { allSteps.append(step) }
    return StepRange(first: first, end: Int32(allSteps.count))
  }

  /// Begins determining the layout of `type`; false if that has already begun.
  func enter(_ type: Metadata) -> Bool { pending.insert(type.address).inserted }

  func leave(_ type: Metadata) { pending.remove(type.address) }
}

/// The modules that declare types.
enum SwiftModule {
  /// The `ManagedBuffer` superclass of `type`, whose elements follow the properties, or `nil`.
  static func managedBuffer(_ type: Metadata) -> Metadata? {
    var current: Metadata? = type
    while let next = current {
      if isStandardLibrary(next), next.declaration?.name == "ManagedBuffer" { return next }
      current = next.superclass
    }
    return nil
  }

  /// Whether objects of a class have more memory than their properties, after them: CoreFoundation's, and a checked
  /// continuation's.
  ///
  /// In other Swift classes, such as iterators' boxes, malloc's surplus follows the properties, with outdated words in
  /// it.
  static func hasHiddenStorage(_ type: Metadata) -> Bool {
    isCheckedContinuation(type) || ModuleOwner.isFoundation(type.declaration?.module ?? "")
  }

  /// Whether a class is that of the objects that checked continuations are.
  static func isCheckedContinuation(_ type: Metadata) -> Bool {
    isStandardLibrary(type) && type.declaration?.name == "CheckedContinuationCanary"
  }

  /// Whether a class inherits from XCTest's test case class.
  static func isTestCase(_ type: Metadata) -> Bool {
    var current: Metadata? = type
    while let next = current {
      if next.declaration?.name == "XCTestCase", next.declaration?.module == "XCTest" {
        return true
      }
      current = next.superclass
    }
    return false
  }

  /// Whether the standard library declares `type`, or it is the type of tasks, whose name programs may use as well.
  static func isStandardLibrary(_ type: Metadata) -> Bool {
    type.declaration?.module == "Swift"
  }
}
