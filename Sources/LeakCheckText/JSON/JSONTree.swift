/// A JSON value with its place in the file, for small, hand-written formats.
///
/// Graphs are read without it: a tree of millions of objects would cost more than the graph.
package struct JSONTree: Sendable {
  /// The value.
  package indirect enum Value: Sendable {
    case object([Member])
    case array([JSONTree])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
  }

  /// A key with its value.
  package struct Member: Sendable {
    package var key: String
    /// The offset of the key in the file.
    package var offset: Int
    package var value: JSONTree
  }

  package var value: Value
  /// The offset of the value in the file.
  package var offset: Int

  /// The value of a key; `nil` in anything but an object that has it.
  package subscript(key: String) -> JSONTree? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The texts of an array of strings; empty for anything else.
  package var strings: [String] {
    guard case .array(let elements) = value else { return [] }
    return elements.compactMap { if case .string(let text) = $0.value { text } else { nil } }
  }

  /// What the value is, for messages.
  package var kindText: String {
    switch value {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool(let truth): truth ? "true" : "false"
    case .null: "null"
    }
  }

  /// The tree of a whole file; nesting over 512 deep, duplicate keys and trailing text are refused.
  ///
  /// - Complexity: O(bytes).
  package static func parse(_ bytes: [UInt8], source: String) throws(InputError) -> JSONTree {
    try bytes.withTextBytes { bytes throws(InputError) in
      try parse(bytes, source: source)
    }
  }

  private static func parse(
    _ bytes: TextBytes, source: String
  ) throws(InputError) -> JSONTree {
    do throws(InputFailure) {
      var scanner = try JSONScanner(bytes)
      try scanner.checkEncoding(from: 0, to: bytes.count)
      let tree = try scanner.tree()
      if scanner.peek() != nil { throw scanner.unexpected(expected: "the end of the file") }
      return tree
    } catch {
      throw error.error(in: bytes, source: source)
    }
  }

  /// The line and column of an offset, both from 1.
  package static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let place = bytes.withTextBytes { TextPlace(of: offset, in: $0) }
    return (place.line, place.column)
  }
}

extension JSONScanner {
  /// An object or array that is not fully read yet.
  private struct Open {
    var offset: Int
    var isArray: Bool
    var elements: [JSONTree] = []
    var members: [JSONTree.Member] = []
    var key = ""
    var keyOffset = 0
    /// The keys of the members, as soon as there are many.
    private var keys: Set<String> = []

    init(offset: Int, isArray: Bool) {
      self.offset = offset
      self.isArray = isArray
    }

    /// Up to so many keys are found faster one by one.
    private static let fewKeys = 8

    /// Whether a member has this key already; every key is asked for once, before its member is added.
    mutating func hasMember(_ text: String) -> Bool {
      if members.count < Self.fewKeys { return members.contains { $0.key == text } }
      if keys.isEmpty { keys = Set(members.map(\.key)) }
      return !keys.insert(text).inserted
    }

    var tree: JSONTree {
      JSONTree(value: isArray ? .array(elements) : .object(members), offset: offset)
    }
  }

  /// Passes any value and gives it as a tree; iterative, so no file can exhaust the stack.
  fileprivate mutating func tree() throws(InputFailure) -> JSONTree {
    var open: [Open] = []
    while true {
      let byte = try peek(inside: "a value")
      var finished: JSONTree?
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if open.count >= Self.deepest {
          throw InputFailure(offset: position, problem: "nesting over \(Self.deepest) deep")
        }
        open.append(Open(offset: position, isArray: byte == UInt8(ascii: "[")))
        position += 1
        if try !passToPart(of: &open[open.count - 1], isFirst: true) {
          finished = open.removeLast().tree
        }
      default:
        finished = try scalar(byte)
      }
      while let value = finished {
        guard !open.isEmpty else { return value }
        add(value, to: &open[open.count - 1])
        let hasMore = try passToPart(of: &open[open.count - 1], isFirst: false)
        finished = hasMore ? nil : open.removeLast().tree
      }
    }
  }

  private func add(_ value: JSONTree, to open: inout Open) {
    if open.isArray {
      open.elements.append(value)
    } else {
      open.members.append(.init(key: open.key, offset: open.keyOffset, value: value))
    }
  }

  /// Passes up to the next value of a container, past its key; false at the container's end.
  private mutating func passToPart(of open: inout Open, isFirst: Bool) throws(InputFailure) -> Bool
  {
    if open.isArray {
      return try passToNext("a value", isFirst: isFirst, closer: "]", inside: "an array")
    }
    guard try passToNext("a key", isFirst: isFirst, closer: "}", inside: "an object") else {
      return false
    }
    (open.key, open.keyOffset) = try treeKey(in: &open)
    return true
  }

  private mutating func treeKey(
    in open: inout Open
  ) throws(InputFailure) -> (text: String, offset: Int) {
    guard try peek(inside: "an object") == UInt8(ascii: "\"") else {
      throw unexpected(expected: "a key")
    }
    let offset = position
    let text = string(of: try scanText())
    if open.hasMember(text) {
      throw InputFailure(offset: offset, problem: "duplicate key \(Quotation.quoted(text))")
    }
    try pass(":", inside: "an object")
    return (text, offset)
  }

  private mutating func scalar(_ byte: UInt8) throws(InputFailure) -> JSONTree {
    let start = position
    switch byte {
    case UInt8(ascii: "\""):
      return JSONTree(value: .string(string(of: try scanText())), offset: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let text = String(decoding: bytes[try scanNumber().range], as: UTF8.self)
      guard let number = Double(text), number.isFinite else {
        throw InputFailure(
          offset: start, problem: "number \(Quotation.shortened(text)) out of range")
      }
      return JSONTree(value: .number(number), offset: start)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      switch try scanLiteral().count {
      case 5: return JSONTree(value: .bool(false), offset: start)
      default:
        return JSONTree(value: byte == UInt8(ascii: "t") ? .bool(true) : .null, offset: start)
      }
    default:
      throw unexpected(expected: "a value")
    }
  }
}
