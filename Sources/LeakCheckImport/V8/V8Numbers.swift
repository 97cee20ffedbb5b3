import LeakCheckText

/// A flat array of integers: its place, and the number of values according to its commas.
struct V8Numbers {
  /// The offset behind `[`.
  var start: Int
  /// The offset of `]`.
  var end: Int
  var count: Int

  /// Passes the array at the position of `scanner`; its numbers are not looked at yet.
  ///
  /// - Complexity: O(length), as fast as memory is read.
  init(passing scanner: inout JSONScanner, named name: String) throws(InputFailure) {
    guard try scanner.peek(inside: name) == UInt8(ascii: "[") else {
      throw scanner.unexpected(expected: "an array of numbers as \(name)")
    }
    start = scanner.position + 1
    let (end, commas) = scanner.bytes.bracketAndCommas(from: start)
    guard end < scanner.bytes.count else { throw .truncated(at: end, inside: name) }
    self.end = end
    scanner.position = start
    let first = try scanner.peek(inside: name)
    count = commas == 0 && first == UInt8(ascii: "]") ? 0 : commas + 1
    scanner.position = end + 1
  }

  /// The rows of `width` numbers each.
  ///
  /// - Throws: When the numbers do not make whole rows, or not as many as the head promises.
  func rows(of width: Int, expecting expected: Int, named name: String) throws(InputFailure) -> Int
  {
    guard count % width == 0 else {
      throw InputFailure(
        offset: end, problem: "\(name) ends within a row: it has \(count) numbers",
        expected: "a multiple of \(width)")
    }
    let rows = count / width
    guard rows == expected else {
      throw InputFailure(
        offset: end, problem: "\(name) has \(rows) rows", expected: "\(expected), as its count says"
      )
    }
    guard rows <= Int(Int32.max) else {
      throw InputFailure(
        offset: end, problem: "\(name) has \(rows) rows", expected: "at most \(Int32.max)")
    }
    return rows
  }

  /// The numbers, from the first.
  func numbers(in text: TextBytes) -> V8Integers { V8Integers(text, from: start, to: end) }

  /// The offset of a number, for messages.
  ///
  /// - Complexity: O(length).
  func offset(of number: Int, in text: TextBytes) -> Int {
    var numbers = numbers(in: text)
    do throws(InputFailure) {
      for _ in 0..<number { _ = try numbers.next() }
    } catch {
      return error.offset
    }
    return numbers.position
  }
}
