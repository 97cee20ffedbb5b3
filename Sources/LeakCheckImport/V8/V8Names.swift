internal import LeakCheckGraph

/// The strings of a snapshot as texts of the graph, each unescaped and interned on first use.
struct V8Names {
  /// The name of a reference from a key or table of a `WeakMap` to a value.
  ///
  /// V8 writes out both ids: "3 / part of key (A @5) -> value (B @7) pair in WeakMap (table @9)".
  static let weakMapPair = "pair in WeakMap"

  let strings: V8Strings
  var interner = StringInterner()
  /// The tables in the names of pairs, by the index of the string.
  private var tables: [Int: Table] = [:]
  /// The text of ``weakMapPair``.
  let pairText: Int32
  /// Strings as they are: properties and variables.
  private let plain: IndexTable
  /// Strings whose leading position is put in brackets: V8's internal and weak references.
  private let numbered: IndexTable
  /// Strings as names of objects, shortened.
  private let shown: IndexTable
  /// Sparse arrays have positions far beyond the number of objects; those are looked up by their text.
  private let elementLimit: Int

  init(_ strings: V8Strings, nodeCount: Int) {
    self.strings = strings
    plain = IndexTable(count: strings.count)
    numbered = IndexTable(count: strings.count)
    shown = IndexTable(count: strings.count)
    elementLimit = min(max(nodeCount, 1 << 10), 1 << 22)
    pairText = interner.intern(Self.weakMapPair)
  }

  /// The name of a property or variable: string `index`.
  @inline(__always)
  mutating func property(_ index: Int) -> Int32 {
    let known = plain[index]
    return known >= 0 ? known : addProperty(index)
  }

  @inline(never)
  private mutating func addProperty(_ index: Int) -> Int32 {
    plain[index] = interner.intern(String(decoding: strings[index], as: UTF8.self))
    return plain[index]
  }

  /// The name of an object: string `index`, shortened.
  @inline(__always)
  mutating func object(_ index: Int) -> Int32 {
    let known = shown[index]
    return known >= 0 ? known : addObject(index)
  }

  @inline(never)
  private mutating func addObject(_ index: Int) -> Int32 {
    shown[index] = interner.intern(String(decoding: strings.name(index), as: UTF8.self))
    return shown[index]
  }

  /// The name of an element: its position in brackets.
  @inline(__always)
  mutating func element(_ position: Int) -> Int32 {
    position < elementLimit
      ? interner.element(position) : interner.intern("[\(position)]")
  }

  /// The name of a reference of V8 itself: string `index`, a leading position in brackets.
  @inline(__always)
  mutating func runtime(_ index: Int) -> Int32 {
    let known = numbered[index]
    return known >= 0 ? known : addRuntime(index)
  }

  @inline(never)
  private mutating func addRuntime(_ index: Int) -> Int32 {
    numbered[index] = runtimeText(index)
    return numbered[index]
  }

  private mutating func runtimeText(_ index: Int) -> Int32 {
    let name = strings[index]
    let digits = name.prefix { $0 &- 0x30 < 10 }
    if digits.isEmpty { return property(index) }
    if digits.count == name.count, let number = Self.position(of: digits) { return element(number) }
    if let table = Self.table(ofPair: name, from: digits.endIndex) {
      tables[index] = table
      return pairText
    }
    return interner.intern(
      "[\(String(decoding: digits, as: UTF8.self))]"
        + String(decoding: name[digits.endIndex...], as: UTF8.self))
  }

  /// The number that digits are, or `nil` where they begin with a zero or are beyond 18.
  private static func position(of digits: ArraySlice<UInt8>) -> Int? {
    guard digits.count <= 18, digits.count == 1 || digits.first != UInt8(ascii: "0") else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
  }

  /// The table that contains a pair of a `WeakMap`.
  enum Table: Equatable {
    /// The one with this id.
    case id(Int64)
    /// One that the name does not tell.
    case untold
  }

  /// The table in the name of a `WeakMap`'s pair, or `nil` when string `index` is no such name or was not used as
  /// one.
  func table(ofPair index: Int) -> Table? { tables[index] }

  private static let pairBeginning = Array(" / part of key (".utf8)
  private static let pairEnding = Array(" pair in WeakMap (table @".utf8)
  private static let untoldID = Array("%u".utf8)

  /// The table in a name whose leading position ends at `start`.
  ///
  /// Where a name would be too long, V8 writes what it makes names from: "(%s @%u) … pair in WeakMap (table @%u)".
  private static func table(ofPair name: [UInt8], from start: Int) -> Table? {
    guard name.last == UInt8(ascii: ")"), name[start...].starts(with: pairBeginning) else {
      return nil
    }
    let rest = name[start...].dropLast()
    guard let place = rest.lastIndex(of: UInt8(ascii: "@")),
      rest[...place].suffix(pairEnding.count).elementsEqual(pairEnding)
    else { return nil }
    let id = rest[(place + 1)...]
    if id.elementsEqual(untoldID) { return .untold }
    guard !id.isEmpty, id.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return Int64(String(decoding: id, as: UTF8.self)).map { .id($0) }
  }
}
