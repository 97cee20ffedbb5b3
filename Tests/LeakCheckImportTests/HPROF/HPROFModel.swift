import LeakCheckGraph
import LeakCheckTestSupport

/// A random heap: written as a dump by one path, told as a graph by another.
struct HPROFModel {
  var writer: HPROFWriter
  var builder = ObjectGraph.Builder()
  private var random: SplitMix64
  private var dangling = 0
  private var danglingRoots = 0
  private var roots: [UInt64: (order: Int, text: String)] = [:]
  private var rootRecords = 0
  private var classIDs: [UInt64] = []
  private var layouts: [UInt64: Layout] = [:]
  private var ids: [UInt64] = []
  private let pointers: Pointers

  /// What of a VM with ids of 8 bytes is 4 bytes wide.
  private enum Pointers: CaseIterable { case allWide, narrowClasses, allNarrow }

  private struct Layout {
    var name: String
    var superclass: UInt64
    var extent: Int
    var isWeak: Bool
  }

  private var reference: Int { pointers == .allNarrow ? 4 : writer.idSize }
  private var header: Int { writer.idSize + (pointers == .allWide ? writer.idSize : 4) }

  /// Fields that several classes of one object may share.
  private static let names = ["next", "a", "value", "referent", "zz", "ä"]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    writer = HPROFWriter(
      idSize: random.chance(0.5) ? 8 : 4,
      version: ["1.0.1", "1.0.2", "1.0.3"][Int(random.next() % 3)])
    writer.subRecordsPerSegment = Int.random(in: 1...40, using: &random)
    let isWide = writer.idSize == 4 || random.chance(0.3)
    pointers = isWide ? .allWide : random.chance(0.5) ? .narrowClasses : .allNarrow
    self.random = random
    makeIDs()
    makeClasses()
    makeObjects()
    finish()
  }

  /// Ids as a heap has them: near each other, or strewn, so that both ways of finding them are used.
  private mutating func makeIDs() {
    let isStrewn = random.chance(0.4)
    let top: UInt64 = writer.idSize == 8 ? .max : UInt64(UInt32.max)
    var used: Set<UInt64> = []
    while used.count < 60 {
      let id = isStrewn ? random.next() & top : 0x7000_0000 + (random.next() % 4000) * 0x1000
      if id != 0 { used.insert(id) }
    }
    ids = used.sorted().shuffled(using: &random)
  }

  private mutating func someTarget() -> UInt64 {
    random.chance(0.3) ? 0 : ids[Int(random.next() % UInt64(ids.count))]
  }

  private mutating func makeClasses() {
    let weak = "java/lang/ref/"
    let special = [
      "java/lang/Object", "java/lang/Class", weak + "Reference", weak + "WeakReference",
    ]
    for index in 0..<10 {
      let id = ids[index]
      let name = index < special.count ? special[index] : "com/app/Type\(index)"
      var parent = index == 0 ? 0 : classIDs[0]
      if index > 3 { parent = classIDs[3 + Int(random.next() % UInt64(index - 3))] }
      if index == 3 { parent = classIDs[2] }
      if index > 3, random.chance(0.3) { parent = classIDs[0] }
      makeClass(name, id: id, parent: parent)
    }
  }

  private mutating func makeClass(_ name: String, id: UInt64, parent: UInt64) {
    var own: [(String, UInt8)] = []
    if name == "java/lang/ref/Reference" { own.append(("referent", 2)) }
    for field in Self.names where own.isEmpty && random.chance(0.5) {
      own.append((field, [2, 2, 4, 5, 8, 9, 10, 11][Int(random.next() % 8)]))
    }
    let statics = (0..<Int(random.next() % 3)).map { index in
      ("static\(index)", random.chance(0.8) ? HPROFWriter.Value.object(someTarget()) : .int(7))
    }
    let loader = someTarget()
    let constant = someTarget()
    writer.addClass(
      name, id: id, superclass: parent, loader: loader, constants: [(12, .object(constant))],
      statics: statics, fields: own)
    classIDs.append(id)
    let above = layouts[parent]
    let extent = above.map { align($0.extent + own.reduce(0) { $0 + size($1.1) }, reference) }
    layouts[id] = Layout(
      name: name.split(separator: "/").joined(separator: "."), superclass: parent,
      extent: extent ?? header,
      isWeak: above?.isWeak == true || name.hasSuffix("WeakReference"))
    pending.append((id, statics, loader, constant, parent))
  }

  /// Class objects, told once it is known which objects there are.
  private var pending:
    [(
      id: UInt64, statics: [(String, HPROFWriter.Value)], loader: UInt64, constant: UInt64,
      parent: UInt64
    )] = []

  private func layout(_ type: UInt64) -> Layout {
    layouts[type] ?? Layout(name: "", superclass: 0, extent: 0, isWeak: false)
  }

  private func size(_ type: UInt8) -> Int { type == 2 ? reference : HPROFWriter.size(of: type) }

  private func align(_ size: Int, _ alignment: Int) -> Int {
    size % alignment == 0 ? size : size + alignment - size % alignment
  }

  /// The objects that are in the dump: the rest of the ids dangle.
  private var present: Set<UInt64> { Set(ids.prefix(50)) }
  private static let arrayClass: UInt64 = 0x7777_0008

  private mutating func makeObjects() {
    makeRoots()
    writer.load("[Lcom/app/Type5;", Self.arrayClass)
    for id in ids[10..<35] { makeInstance(id) }
    for id in ids[35..<45] { makeArray(id) }
    for (index, id) in ids[45..<49].enumerated() { makePrimitives(id, UInt8(5 + index)) }
    if pointers == .allWide { makePrimitives(ids[49], 11) } else { makeNarrow() }
  }

  private mutating func makeRoots() {
    let kinds: [(tag: UInt8, tail: Int, text: String)] = [
      (0x05, 0, "system class"), (0x08, 8, "thread"), (0x03, 8, "Java frame"),
      (0x02, 8, "JNI local"), (0x04, 4, "native stack"), (0x06, 4, "thread block"),
      (0x01, writer.idSize, "JNI global"), (0x07, 0, "monitor"), (0x8e, 8, "JNI monitor"),
      (0x89, 0, "interned string"), (0x8a, 0, "finalizing"), (0x8b, 0, "debugger"),
      (0x8c, 0, "reference cleanup"), (0x8d, 0, "VM internal"), (0xff, 0, "unknown root"),
    ]
    for _ in 0..<12 {
      let order = Int(random.next() % UInt64(kinds.count))
      let target = ids[Int(random.next() % UInt64(ids.count))]
      writer.addRoot(
        kinds[order].tag, target, [UInt8](repeating: 0xee, count: kinds[order].tail))
      rootRecords += 1
      if !present.contains(target) { danglingRoots += 1 }
      guard present.contains(target), order < roots[target]?.order ?? .max else { continue }
      roots[target] = (order, kinds[order].text)
    }
    writer.addRoot(0x90, ids[0])
    writer.subRecord(0xfe, writer.number(65, 4) + writer.id(writer.text("app")))
  }

  private mutating func makeInstance(_ id: UInt64) {
    let type = classIDs[Int(random.next() % 10)]
    var data: [UInt8] = []
    for field in writer.layout(of: type) {
      guard field.type == 2 else {
        data += writer.bytes(of: .init(type: field.type, bits: random.next()))
        continue
      }
      let target = someTarget()
      data += writer.id(target)
      let isReferent = field.name == "referent" && field.declaring == "java/lang/ref/Reference"
      refer(
        id, target, field.name, isReferent && layout(type).isWeak ? .weak : .strong, .property)
    }
    writer.addInstance(of: type, id: id, data: data)
    if roots[type] == nil { refer(id, type, "class", .strong, .runtime) }
    add(id, layout(type).name, Int64(align(layout(type).extent, 8)))
  }

  private mutating func makeArray(_ id: UInt64) {
    let isOfClass = random.chance(0.5)
    let elements = (0..<Int(random.next() % 130)).map { _ in someTarget() }
    writer.addArray(of: isOfClass ? ids[9] : Self.arrayClass, id: id, elements)
    for (index, target) in elements.enumerated() {
      refer(id, target, "[\(index)]", .strong, .element)
    }
    if isOfClass, roots[ids[9]] == nil { refer(id, ids[9], "class", .strong, .runtime) }
    let bytes = Int64(align(header + 4 + elements.count * reference, 8))
    add(id, isOfClass ? layout(ids[9]).name : "com.app.Type5[]", bytes, isArray: !isOfClass)
  }

  private mutating func makePrimitives(_ id: UInt64, _ type: UInt8) {
    let width = HPROFWriter.size(of: type)
    let count = Int(random.next() % 20)
    writer.addPrimitives(type, id: id, [UInt8](repeating: 1, count: count * width))
    let name = [5: "char", 6: "float", 7: "double", 8: "byte", 11: "long"][type] ?? ""
    let bytes = Int64(align(align(header + 4, reference) + count * width, 8))
    add(id, name + "[]", bytes, isArray: true)
  }

  /// An array that would reach into the next object, were its elements or its class pointer wide.
  private mutating func makeNarrow() {
    let array: UInt64 = ids[49]
    writer.subRecordsPerSegment = 1_000_000
    let isOfBytes = pointers == .narrowClasses && random.chance(0.5)
    if isOfBytes {
      writer.addPrimitives(8, id: array, [UInt8](repeating: 1, count: 64))
    } else {
      writer.addArray(of: Self.arrayClass, id: array, [UInt64](repeating: 0, count: 64))
    }
    let size = align(header + 4, reference) + 64 * (isOfBytes ? 1 : reference)
    add(array, isOfBytes ? "byte[]" : "com.app.Type5[]", Int64(align(size, 8)), isArray: true)
    let inside = array &+ UInt64(align(size, 8))
    writer.addPrimitives(8, id: inside, [])
    add(inside, "byte[]", Int64(align(align(header + 4, reference), 8)), isArray: true)
  }

  private mutating func add(_ id: UInt64, _ type: String, _ size: Int64, isArray: Bool = false) {
    var object = ObjectDescription(id: .number(Int64(bitPattern: id)), type: type)
    object.size = size
    object.root = roots[id]?.text
    if isArray { object.kind = .collection }
    let element = type.split(separator: " ").last ?? ""
    let isPrimitive = ["char[]", "float[]", "double[]", "byte[]", "long[]"].contains(
      type)
    if element.hasPrefix("java.") || isPrimitive { object.owner = .framework }
    builder.add(object)
  }

  private mutating func refer(
    _ from: UInt64, _ to: UInt64, _ name: String, _ strength: Strength, _ kind: ReferenceKind
  ) {
    guard to != 0 else { return }
    guard present.contains(to) else {
      dangling += 1
      return
    }
    var reference = ReferenceDescription(
      from: .number(Int64(bitPattern: from)), to: .number(Int64(bitPattern: to)))
    reference.name = name
    reference.strength = strength
    reference.kind = kind
    builder.add(reference)
  }

  private mutating func finish() {
    let extent = layout(classIDs[1]).extent
    for item in pending {
      let bytes = item.statics.reduce(0) { $0 + size($1.1.type) }
      add(
        item.id, "class " + layout(item.id).name,
        Int64(align(align(extent + bytes, reference), 8)))
      refer(item.id, item.parent, "super", .strong, .runtime)
      refer(item.id, item.loader, "class loader", .strong, .runtime)
      refer(item.id, item.constant, "constant pool [12]", .strong, .runtime)
      for (name, value) in item.statics where value.type == 2 {
        refer(item.id, value.bits, name, .strong, .property)
      }
    }
    builder.collector = .tracing
    builder.extensions =
      #""x-bytesPerReference": \#(reference), "x-danglingReferences": \#(dangling), "#
      + #""x-danglingRoots": \#(danglingRoots), "x-rootRecords": \#(rootRecords)"#
  }
}
