/// A JSON value with its place in the file, for formats whose files are small and hand-written.
///
/// Graphs are read without it: a tree of millions of objects would cost more than the graph.
package struct JSONTree: Sendable {
  /// What the value is.
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
  /// - Complexity: O(bytes), O(keys²) for the keys of one object.
  package static func parse(_ bytes: [UInt8], source: String) throws(ImportError) -> JSONTree {
    try DumpFile(bytes, source: source).withDumpBytes { bytes throws(ImportError) in
      try parse(bytes, source: source)
    }
  }

  private static func parse(
    _ bytes: DumpBytes, source: String
  ) throws(ImportError) -> JSONTree {
    do throws(JSONFailure) {
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
    let place = DumpFile(bytes, source: "").withDumpBytes { TextPlace(of: offset, in: $0) }
    return (place.line, place.column)
  }
}

extension JSONScanner {
  /// An object or array that is still being read.
  private struct Open {
    var offset: Int
    var isArray: Bool
    var elements: [JSONTree] = []
    var members: [JSONTree.Member] = []
    var key = ""
    var keyOffset = 0

    var tree: JSONTree {
      JSONTree(value: isArray ? .array(elements) : .object(members), offset: offset)
    }
  }

  /// Passes any value and gives it as a tree; iterative, so no file can exhaust the stack.
  fileprivate mutating func tree() throws(JSONFailure) -> JSONTree {
    var open: [Open] = []
    while true {
      let byte = try peek(inside: "a value")
      var finished: JSONTree?
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if open.count >= Self.deepest {
          throw JSONFailure(offset: position, problem: "nesting over \(Self.deepest) deep")
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
  private mutating func passToPart(of open: inout Open, isFirst: Bool) throws(JSONFailure) -> Bool {
    if open.isArray {
      return try passToNext("a value", isFirst: isFirst, closer: "]", inside: "an array")
    }
    guard try passToNext("a key", isFirst: isFirst, closer: "}", inside: "an object") else {
      return false
    }
    (open.key, open.keyOffset) = try treeKey(after: open.members)
    return true
  }

  private mutating func treeKey(
    after members: [JSONTree.Member]
  ) throws(JSONFailure) -> (text: String, offset: Int) {
    guard try peek(inside: "an object") == UInt8(ascii: "\"") else {
      throw unexpected(expected: "a key")
    }
    let offset = position
    let text = string(of: try scanText())
    if members.contains(where: { $0.key == text }) {
      throw JSONFailure(offset: offset, problem: "duplicate key \(Quotation.quoted(text))")
    }
    try pass(":", inside: "an object")
    return (text, offset)
  }

  private mutating func scalar(_ byte: UInt8) throws(JSONFailure) -> JSONTree {
    let start = position
    switch byte {
    case UInt8(ascii: "\""):
      return JSONTree(value: .string(string(of: try scanText())), offset: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let text = String(decoding: bytes[try scanNumber().range], as: UTF8.self)
      guard let number = Double(text), number.isFinite else {
        throw JSONFailure(offset: start, problem: "number out of range")
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
