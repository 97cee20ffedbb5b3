/// A word of an object that names another address, whatever is there.
struct FoundReference: BitwiseCopyable {
  /// The address it names.
  var target: UInt
  /// The code, for a function.
  var code: UInt = 0
  /// The number of the property's name in the type table.
  var name: Int32
  /// The position in a collection, or -1.
  var element: Int32
  /// The kind of reference; ``Step/Operation/words`` is a word of unknown type.
  var operation: Step.Operation
}

/// A reader for the references of a capture's objects.
@safe
struct ObjectScan {
  private let image: MemoryImage
  private let table: TypeTable
  // Copies of the table's lists, renewed when the table has grown: reading through an object costs a retain.
  private var steps: PageArray<Step>
  private var values: PageArray<ValueLayout>
  private var choices: [Choice]
  /// The references found in the last object, from ``lastStart`` on, and before it those of earlier objects that are kept.
  private(set) var found: PageArray<FoundReference>
  /// The position of the last object's first reference.
  private(set) var lastStart = 0
  /// Whether references stay when the next object is read.
  private let keepsAll: Bool
  /// The lowest heap address: a word outside the heap's addresses is no reference.
  private let lowest: UInt
  private let highest: UInt
  private let scratch: PageArray<UInt>
  private var scratchUsed = 0
  /// The first word of blocks in the heap, or 0.
  private let blockClass: UInt

  /// A reader that forgets an object's references when it reads the next one, or keeps all of them, of which there are
  /// about `expected`.
  init(
    of chunks: ChunkTable, image: MemoryImage, types: TypeTable, pages: Pages,
    keepingAll expected: Int? = nil
  ) {
    blockClass = HostCheck.symbol("_NSConcreteMallocBlock") ?? 0
    self.image = image
    table = types
    steps = types.steps
    values = types.values
    choices = types.choices
    keepsAll = expected != nil
    found = expected.map { PageArray(in: pages, reserving: $0) } ?? PageArray(in: pages)
    scratch = PageArray(in: pages, count: 1 << 16)
    lowest = chunks.lowest
    highest = chunks.highest
  }

  /// The layout number for values of a type that an object names, or -1.
  private mutating func value(of type: UInt) -> Int32 {
    let number = table.value(of: type, in: image)
    steps = table.steps
    values = table.values
    choices = table.choices
    return number
  }

  /// Finds the references of an object with these words.
  mutating func read(
    _ layout: TypeLayout, at words: UnsafeMutablePointer<UInt>, usableSize: Int
  ) {
    begin()
    let base = UnsafeMutableRawPointer(words)
    switch layout.shape {
    case .instance, .context, .box:
      unsafe run(layout.steps, at: base, size: usableSize, element: -1)
      unsafe readTail(layout, at: base, usableSize: usableSize)
    case .array: unsafe readArray(layout, at: base, usableSize: usableSize)
    case .set, .dictionary: unsafe readTable(layout, at: base, usableSize: usableSize)
    case .error: unsafe readError(at: base, usableSize: usableSize)
    case .task: unsafe readWords(base, from: 16, to: usableSize, name: 0)
    }
  }

  /// Finds references after the properties of an instance.
  private mutating func readTail(
    _ layout: TypeLayout, at base: UnsafeMutableRawPointer, usableSize: Int
  ) {
    let end = Int(layout.size)
    switch layout.tail {
    case .none: return
    // malloc gives up to 31 bytes more than requested.
    case .unknown where usableSize - end < 32: return
    case .words, .unknown: unsafe readWords(base, from: end, to: usableSize, name: 0)
    case .memory:
      unsafe readWords(base, from: end, to: usableSize, name: 0, operation: .memory)
    }
  }

  /// Finds possible references in memory of unknown type, in addition to those found already if `after` says so.
  mutating func readRaw(
    _ words: UnsafeMutablePointer<UInt>, usableSize: Int, after: Bool = false
  ) {
    if !after { begin() }
    if blockClass != 0, usableSize >= 48, unsafe words[0] == blockClass,
      unsafe image.isCode(words[4])
    {
      // A block created from a Swift closure: `{class, flags, code, description, closure}`.
      addFunction(code: unsafe words[4], context: unsafe words[5])
      return unsafe readWords(
        UnsafeMutableRawPointer(words), from: 48, to: usableSize, name: 0)
    }
    unsafe readWords(UnsafeMutableRawPointer(words), from: 0, to: usableSize, name: 0)
  }

  /// Finds the references of a task at `address` itself; its frames are read as memory of unknown type.
  mutating func readTask(
    _ words: UnsafeMutablePointer<UInt>, usableSize: Int, at address: UInt
  ) {
    begin()
    let base = UnsafeMutableRawPointer(words)
    let task = TaskReader(address, in: image)
    let closure = Int(task.closure == 0 ? 0 : task.closure - address)
    guard closure > 0, closure + 16 <= usableSize else {
      return unsafe readWords(base, from: SwiftRuntimeLayout.Object.end, to: usableSize, name: 0)
    }
    unsafe readWords(base, from: SwiftRuntimeLayout.Object.end, to: closure, name: 0)
    unsafe readWords(base, from: closure + 16, to: usableSize, name: 0)
    // A task releases its closure when it finishes.
    guard !task.isComplete else { return }
    addFunction(code: unsafe words[closure / 8], context: unsafe words[closure / 8 + 1])
  }

  /// Begins to read an object that is read in pieces.
  mutating func begin() {
    if !keepsAll { found.removeAll() }
    lastStart = found.count
  }

  /// Adds a reference found elsewhere.
  mutating func add(_ reference: FoundReference) { found.append(reference) }

  /// Removes references of the last object that do not count.
  mutating func keep(_ isKept: (FoundReference) -> Bool) {
    var count = lastStart
    for index in lastStart..<found.count where isKept(found[index]) {
      found[count] = found[index]
      count += 1
    }
    found = found.prefix(count)
  }

  private mutating func addFunction(code: UInt, context: UInt) {
    guard context >= lowest, context < highest else { return }
    found.append(
      FoundReference(target: context, code: code, name: 0, element: -1, operation: .function))
  }

  /// Finds the references of a value.
  mutating func readValue(_ value: ValueLayout, at bytes: UnsafeMutableRawPointer) {
    begin()
    unsafe run(value.steps, at: bytes, size: Int(value.size), element: -1)
  }

  // MARK: Steps

  private mutating func run(
    _ steps: StepRange, at base: UnsafeMutableRawPointer, size: Int, element: Int32
  ) {
    var index = Int(steps.first)
    // The offset after a value of a generic argument's type.
    var start = 0
    while index < Int(steps.end) {
      let step = self.steps[index]
      index &+= 1
      let offset = start &+ Int(step.offset)
      guard offset &+ 8 <= size || step.operation == .choice else { continue }
      let place = unsafe (base + offset).assumingMemoryBound(to: UInt.self)
      switch step.operation {
      case .strong, .unowned, .pointer, .continuation:
        add(unsafe place[0], step, element: element)
      case .weak: add(unsafe place[0] & Self.pointerMask, step, element: element)
      case .bridge:
        // A negative word is a value itself, such as a small string.
        let word = unsafe place[0]
        if word >> 63 == 0 { add(word & Self.pointerMask, step, element: element) }
      case .function:
        guard offset + 16 <= size else { continue }
        let code = unsafe place[0]
        if code != 0 { add(unsafe place[1], step, code: code, element: element) }
      case .existential:
        unsafe readExistential(step, at: place, size: size - offset, element: element)
      case .error, .memory, .relation: break
      case .argument:
        start = unsafe readArgument(step, at: base, offset: offset, size: size)
        if start < 0 { return }
      case .keyPath:
        // Bit 31: it contains only bytes.
        let header = unsafe place[0] & 0xffff_ffff
        guard header >> 31 == 0 else { continue }
        let end = min(size, offset + 8 + Int(header & 0xff_ffff))
        // A component's captures, such as a subscript's key, are copies of its own.
        unsafe readWords(
          base, from: offset + 8, to: end, name: step.name, element: element, operation: .strong)
      case .choice: unsafe readChoice(step, at: base + offset, size: size - offset, element)
      case .words:
        let end = step.detail == .max ? size : min(size, offset + Int(step.detail))
        unsafe readWords(base, from: offset, to: end, name: step.name, element: element)
      }
    }
  }

  /// The bits of a word that may be an address.
  static let pointerMask: UInt = 0x00ff_ffff_ffff_fff8

  private mutating func add(_ target: UInt, _ step: Step, code: UInt = 0, element: Int32) {
    // A function without a context would be worth a word too: it is the closure's name, which nothing uses.
    guard target >= lowest, target < highest else { return }
    found.append(
      FoundReference(
        target: target, code: code, name: step.name, element: element, operation: step.operation))
  }

  /// An existential: three words of value, or the address of its box, and the type.
  private mutating func readExistential(
    _ step: Step, at place: UnsafeMutablePointer<UInt>, size: Int, element: Int32
  ) {
    guard size >= 32, unsafe place[3] != 0 else { return }
    let number = value(of: unsafe place[3])
    guard number >= 0 else {
      unsafe readWords(
        UnsafeMutableRawPointer(place), from: 0, to: 24, name: step.name, element: element)
      return
    }
    let value = values[Int(number)]
    if !value.isInline {
      // The box belongs to the existential: it is a part of its holder.
      add(unsafe place[0], step, element: element)
      return
    }
    let first = found.count
    unsafe run(value.steps, at: UnsafeMutableRawPointer(place), size: 24, element: element)
    rename(from: first, to: step.name, of: value.type)
  }

  /// Reads a value whose type is a generic argument before a context's captures; returns its end, or -1 if that is
  /// unknown.
  private mutating func readArgument(
    _ step: Step, at base: UnsafeMutableRawPointer, offset: Int, size: Int
  ) -> Int {
    let words = unsafe base.assumingMemoryBound(to: UInt.self)
    guard (3 + Int(step.detail)) * 8 <= size else { return -1 }
    let number = value(of: unsafe words[2 + Int(step.detail)])
    guard number >= 0 else {
      unsafe readWords(base, from: offset, to: size, name: step.name)
      return -1
    }
    let value = values[Int(number)]
    let place = (offset + Int(value.alignmentMask)) & ~Int(value.alignmentMask)
    guard place + Int(value.size) <= size else { return -1 }
    let first = found.count
    unsafe run(value.steps, at: base + place, size: Int(value.size), element: -1)
    rename(from: first, to: step.name)
    return (place + Int(value.size) + 7) & ~7
  }

  /// Prefixes the names of the references found from `first` on with the name of their property.
  private func rename(from first: Int, to name: Int32, of value: Metadata? = nil) {
    guard name != 0 else { return }
    var index = first
    while index < found.count {
      var reference = found[index]
      reference.name =
        reference.name == 0 ? name : table.name(reference.name, within: name, of: value)
      found[index] = reference
      index &+= 1
    }
  }

  private mutating func readChoice(
    _ step: Step, at value: UnsafeMutableRawPointer, size: Int, _ element: Int32
  ) {
    let choice = choices[Int(step.detail)]
    guard choice.size <= size else { return }
    let tag = unsafe choice.type.tag(of: value)
    guard tag < choice.payloads.count, !choice.payloads[tag].isEmpty else { return }
    if choice.payloads.count == 1 {
      unsafe run(choice.payloads[tag], at: value, size: choice.size, element: element)
      return
    }
    // Projecting changes the bytes, so it works on a copy.
    let words = (choice.size + 15) / 16 * 2
    guard scratchUsed + words <= scratch.count else { return }
    let copy = unsafe UnsafeMutableRawPointer(scratch.base + scratchUsed)
    scratchUsed += words
    unsafe copy.copyMemory(from: value, byteCount: choice.size)
    unsafe choice.type.projectPayload(of: copy)
    unsafe run(choice.payloads[tag], at: copy, size: choice.size, element: element)
    scratchUsed -= words
  }

  private mutating func readWords(
    _ base: UnsafeMutableRawPointer, from start: Int, to end: Int, name: Int32,
    element: Int32 = -1, operation: Step.Operation = .words
  ) {
    let words = unsafe base.assumingMemoryBound(to: UInt.self)
    var index = (start + 7) / 8
    while index < end / 8 {
      let word = unsafe words[index] & Self.pointerMask
      if word >= lowest, word < highest {
        found.append(
          FoundReference(
            target: word, code: UInt(index * 8), name: name, element: element, operation: operation)
        )
      }
      index &+= 1
    }
  }

  // MARK: Collections

  /// `_ContiguousArrayStorage`: a count at 16, elements from 32.
  private mutating func readArray(
    _ layout: TypeLayout, at base: UnsafeMutableRawPointer, usableSize: Int
  ) {
    guard layout.element >= 0, usableSize >= 32 else { return }
    let element = values[Int(layout.element)]
    guard !element.steps.isEmpty, element.stride > 0 else { return }
    let mask = Int(element.alignmentMask)
    let first = (32 + mask) & ~mask
    let count = Int(bitPattern: unsafe base.assumingMemoryBound(to: UInt.self)[2])
    let room = (usableSize - first) / Int(element.stride)
    var index = 0
    while index < min(max(count, 0), room) {
      let place = unsafe base + first + index * Int(element.stride)
      unsafe run(
        element.steps, at: place, size: Int(element.size), element: Int32(truncatingIfNeeded: index)
      )
      index &+= 1
    }
  }

  /// `_DictionaryStorage` and `_SetStorage`: a scale at 32, keys at 48, values at 56, then one bit per bucket.
  private mutating func readTable(
    _ layout: TypeLayout, at base: UnsafeMutableRawPointer, usableSize: Int
  ) {
    guard layout.key >= 0 else { return }
    let key = values[Int(layout.key)]
    let place = BucketTable.Place(layout.shape, alignmentMask: Int(key.alignmentMask))
    guard let buckets = unsafe BucketTable(place, at: base, usableSize: usableSize) else { return }
    unsafe readColumn(key, of: buckets, from: buckets.keys, at: base, usableSize: usableSize)
    guard layout.element >= 0 else { return }
    let value = values[Int(layout.element)]
    unsafe readColumn(value, of: buckets, from: buckets.values, at: base, usableSize: usableSize)
  }

  /// Reads the keys, or the values, of the occupied buckets.
  private mutating func readColumn(
    _ value: ValueLayout, of buckets: BucketTable, from start: Int,
    at base: UnsafeMutableRawPointer, usableSize: Int
  ) {
    guard !value.steps.isEmpty, start >= 0, start <= usableSize else { return }
    var bucket = 0
    var offset = start
    while bucket < buckets.count, offset + Int(value.size) <= usableSize {
      if buckets.isOccupied(bucket) {
        unsafe run(
          value.steps, at: base + offset, size: Int(value.size),
          element: Int32(truncatingIfNeeded: bucket))
      }
      bucket &+= 1
      offset &+= Int(value.stride)
    }
  }

  /// An error box: the type at 16, the value from 32.
  private mutating func readError(at base: UnsafeMutableRawPointer, usableSize: Int) {
    guard usableSize >= 32 else { return }
    let type = unsafe base.assumingMemoryBound(to: UInt.self)[2]
    let number = value(of: type)
    guard number >= 0 else {
      return unsafe readWords(base, from: 32, to: usableSize, name: 0)
    }
    let value = values[Int(number)]
    let offset = (32 + Int(value.alignmentMask)) & ~Int(value.alignmentMask)
    guard offset + Int(value.size) <= usableSize else { return }
    unsafe run(value.steps, at: base + offset, size: Int(value.size), element: -1)
  }
}
