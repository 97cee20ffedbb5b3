// Writes a heap-like graph as graph JSON: swiftc -O GenerateGraph.swift -o generate-graph
//
//   generate-graph FILE [objects] [ids] [seed]
//
// ids: address  rising multiples of 16, as a heap's addresses are (default)
//      dense    0, 1, 2, …
//      pointer  15 digits in random order, as Python's id() gives
//      text     "o0", "o1", … in random order
//
// One seed gives the same bytes on every machine. With 1,000,000 objects there are 3,500,000 references
// in some 330 MB: 74 bytes a record.

import Foundation

/// A seeded generator (Steele, Lea, Flood, 2014).
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

/// Text that is written to a file in large pieces.
struct Writer {
  let file: FileHandle
  var bytes: [UInt8] = []

  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ text: [UInt8]) { bytes.append(contentsOf: text) }

  mutating func write(_ number: UInt64) {
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(rest % 10) + 0x30)
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  mutating func flush(above limit: Int) {
    guard bytes.count > limit else { return }
    file.write(Data(bytes))
    bytes.removeAll(keepingCapacity: true)
  }
}

enum IDStyle: String {
  case address, dense, pointer, text
}

struct Generator {
  let count: Int
  let style: IDStyle
  var random: SplitMix64
  var writer: Writer
  var ids: [UInt64] = []

  static let kinds: [StaticString] = ["object", "closure", "collection", "view", "box", "task"]
  static let stems = ["Profile", "Session", "Message", "Image", "Network", "Account", "Timeline"]
  static let endings = ["View", "Controller", "Cache", "Store", "Model", "Cell", "Task", "Layer"]
  static let fields = [
    "delegate", "children", "parent", "owner", "onUpdate", "next", "value", "storage", "element",
    "self", "cache", "observers", "handler", "context", "root", "items",
  ]

  mutating func run() {
    makeIDs()
    let types = Self.stems.flatMap { stem in
      Self.endings.flatMap { ending in (0..<6).map { Array("\(stem)\(ending)\($0)".utf8) } }
    }
    let names = Self.fields.map { Array($0.utf8) } + (0..<48).map { Array("field\($0)".utf8) }
    writer.write("{\"leakcheck\": 1,\n\"name\": \"synthetic heap\",\n\"objects\": [\n")
    for index in 0..<count { writeObject(index, type: types[random.below(types.count)]) }
    writer.write("],\n\"references\": [\n")
    for index in 0..<count { writeReferences(of: index, names: names) }
    writer.write("]}\n")
    writer.flush(above: 0)
  }

  private mutating func makeIDs() {
    switch style {
    case .address: ids = (0..<count).map { 105_553_116_266_496 + UInt64($0) * 16 }
    case .dense, .text: ids = (0..<count).map { UInt64($0) }
    case .pointer:
      // Distinct by the stride, spread like the arenas of an allocator.
      ids = (0..<count).map { 139_000_000_000_000 + UInt64($0) * 4_096 }
      for index in ids.indices { ids[index] += UInt64(random.below(250)) * 16 }
    }
    guard style == .pointer || style == .text else { return }
    for index in stride(from: count - 1, to: 0, by: -1) {
      ids.swapAt(index, random.below(index + 1))
    }
  }

  private mutating func write(id: UInt64) {
    guard style == .text else { return writer.write(id) }
    writer.write("\"o")
    writer.write(id)
    writer.write("\"")
  }

  private mutating func writeObject(_ index: Int, type: [UInt8]) {
    if index > 0 { writer.write(",\n") }
    writer.write("{\"id\": ")
    write(id: ids[index])
    writer.write(", \"type\": \"")
    writer.write(type)
    let kind = random.below(8)
    if kind < Self.kinds.count {
      writer.write("\", \"kind\": \"")
      writer.write(Self.kinds[kind])
    }
    writer.write("\", \"size\": ")
    writer.write(UInt64(16 + 16 * random.below(64)))
    if index % 500 == 0 { writer.write(", \"root\": \"a global variable\"") }
    writer.write("}")
    writer.flush(above: 1 << 22)
  }

  private mutating func writeReferences(of index: Int, names: [[UInt8]]) {
    // Mostly near targets, as in a real heap, and few that reach anywhere.
    for _ in 0..<(2 + random.below(4)) {
      let near = min(count - 1, max(0, index + random.below(2_000) - 1_000))
      let target = random.below(4) == 0 ? random.below(count) : near
      let name = names[random.below(names.count)]
      writeReference(from: index, to: target, name: name)
    }
  }

  private mutating func writeReference(from index: Int, to target: Int, name: [UInt8]) {
    if isFirstReference { isFirstReference = false } else { writer.write(",\n") }
    writer.write("{\"from\": ")
    write(id: ids[index])
    writer.write(", \"to\": ")
    write(id: ids[target])
    writer.write(", \"name\": \"")
    writer.write(name)
    writer.write("\"")
    switch random.below(16) {
    case 0: writer.write(", \"strength\": \"weak\"")
    case 1: writer.write(", \"strength\": \"unowned\"")
    case 2...4: writer.write(", \"kind\": \"element\"")
    case 5: writer.write(", \"kind\": \"capture\"")
    default: break
    }
    writer.write("}")
    writer.flush(above: 1 << 22)
  }

  private var isFirstReference = true

  init(count: Int, style: IDStyle, seed: UInt64, file: FileHandle) {
    self.count = count
    self.style = style
    random = SplitMix64(state: seed)
    writer = Writer(file: file)
  }
}

let arguments = CommandLine.arguments
guard arguments.count > 1, FileManager.default.createFile(atPath: arguments[1], contents: nil),
  let file = FileHandle(forWritingAtPath: arguments[1])
else {
  FileHandle.standardError.write(Data("usage: generate-graph FILE [objects] [ids] [seed]\n".utf8))
  exit(64)
}
var generator = Generator(
  count: arguments.count > 2 ? Int(arguments[2]) ?? 1_000_000 : 1_000_000,
  style: arguments.count > 3 ? IDStyle(rawValue: arguments[3]) ?? .address : .address,
  seed: arguments.count > 4 ? UInt64(arguments[4]) ?? 1 : 1, file: file)
generator.run()
