import LeakCheckGraph
import LeakCheckText

extension LeaksParser {
  /// The graph of everything read.
  ///
  /// Of an excerpt it is the graph of what is there, and says what is missing.
  ///
  /// - Throws: ``InputFailure`` when there is nothing of `leaks` in the text, or when it contradicts itself.
  consuming func graph(of text: Span<UInt8>) throws(InputFailure) -> ObjectGraph {
    guard objects.count > 0 || report.stated != nil else {
      throw InputFailure(
        offset: 0, problem: "no report by leaks in the file",
        expected: "\"Process 12: 3 leaks for 96 total leaked bytes.\" and what it states")
    }
    let missing = try missing(in: text)
    objects.markLeaked()
    let name = report.process.isEmpty ? "leaks" : "leaks of \(report.process)"
    let notes = LeaksNotes(of: self, missing: missing).extensions
    do throws(GraphError) {
      return try objects.graph(named: name, extensions: notes)
    } catch {
      throw InputFailure(offset: 0, problem: "objects that share an id: \(error)")
    }
  }

  /// What the text states and has not; empty where it is whole.
  private func missing(in text: Span<UInt8>) throws(InputFailure) -> [String] {
    var missing: [String] = []
    if let stated = report.stated, stated.leaks > 0, report.printsStated {
      if objects.leakedCount == 0 { throw nothing(of: stated, in: text) }
      if objects.leakedCount >= stated.leaks {
        try checkContents(of: stated, in: text)
      } else {
        missing.append(Self.lack(objects.leakedCount, of: stated.leaks, "leak"))
      }
    }
    if tree.isReferenceTree, let total = report.total, tree.referenceCount < total.value {
      missing.append(Self.lack(tree.referenceCount, of: total.value, "object"))
    }
    if let roots = report.roots, tree.tracedRootCount < roots.value {
      missing.append(Self.lack(tree.tracedRootCount, of: roots.value, "root"))
    }
    if isCutOff { missing.append("ends in the middle of a line") }
    return missing
  }

  private static func lack(_ read: Int64, of stated: Int64, _ what: String) -> String {
    "states \(stated) \(what)\(stated == 1 ? "" : "s"), \(read) \(read == 1 ? "is" : "are") here"
  }

  /// A text that states leaks and has none would pass for clean.
  private func nothing(
    of stated: (leaks: Int64, bytes: Int64, offset: Int), in text: Span<UInt8>
  ) -> InputFailure {
    let line = TextPlace.line(of: stated.offset, in: text)
    return InputFailure(
      offset: firstUnread(in: text),
      problem: "its summary in line \(line) states \(stated.leaks) leaks, and none is printed",
      expected: "the leaks, as \"ROOT LEAK: <TYPE 0xADDRESS> [BYTES]\", or some of them")
  }

  /// Refuses a text that has as many leaks as it states, and yet not what they were: its bytes, lines or columns.
  private func checkContents(
    of stated: (leaks: Int64, bytes: Int64, offset: Int), in text: Span<UInt8>
  ) throws(InputFailure) {
    let line = TextPlace.line(of: stated.offset, in: text)
    if tree.groups.isEmpty, objects.leakedBytes < stated.bytes {
      throw InputFailure(
        offset: firstUnread(in: text),
        problem:
          "its summary in line \(line) states \(stated.bytes) bytes, and the leaks have"
          + " \(objects.leakedBytes)",
        expected: "[BYTES] behind every object; to read an excerpt, delete line \(line)")
    }
    if let hollow = tree.firstHollow {
      throw InputFailure(
        offset: hollow.offset,
        problem: "the line counts \(hollow.count) objects, and none stands below it",
        expected: "lines indented as leaks prints them; to read an excerpt, delete line \(line)")
    }
    if let back = tree.firstLostBack(in: objects) {
      throw InputFailure(
        offset: back, problem: "the cycle goes back to an object that is not printed",
        expected: "an address that stands above; to read an excerpt, delete line \(line)")
    }
  }

  /// Where the first line is missing or was not understood.
  private func firstUnread(in text: Span<UInt8>) -> Int {
    let end = text.position(of: [.lineFeed], from: readEnd, before: text.count)
    let last = unread?.content ?? end.map { $0 + 1 } ?? text.count
    return min(tree.firstShort ?? last, last)
  }
}

extension TextPlace {
  /// The line of an offset, from 1.
  static func line(of offset: Int, in text: Span<UInt8>) -> Int {
    var line = 1
    for place in 0..<min(offset, text.count) where text[place] == .lineFeed { line += 1 }
    return line
  }
}

/// Notes about omissions in the output of `leaks`: the member `x-leaks`, and `x-incomplete` for an excerpt.
struct LeaksNotes {
  var stated: (leaks: Int64, bytes: Int64, offset: Int)?
  var leftOut: [String] = []

  /// What the text states and has not.
  let missing: [String]

  init(of parser: borrowing LeaksParser, missing: [String]) {
    self.missing = missing
    stated = parser.report.stated
    if parser.objects.printedCount == 0 { return }
    if parser.hasList {
      leftOut.append("references: what a leaked object holds is listed as leaked itself")
    } else {
      leftOut.append(
        "references to an object beyond the first one, and beyond those that close a cycle")
    }
    if parser.hasTrace { leftOut.append("objects that are not on a way to the traced one") }
    if !parser.tree.groups.isEmpty {
      leftOut.append(
        "which objects of a type refer to which, and their sizes: they are paired in order")
    }
    if parser.objects.unnamedCount > 0 {
      leftOut.append("the types of \(parser.objects.unnamedCount) objects, which are called malloc")
    }
    leftOut.append("retain counts: a leaked object is taken for retained once more than printed")
  }

  /// The member as JSON.
  var extensions: String {
    var members: [String] = []
    if let stated {
      members += ["\"leaks\": \(stated.leaks)", "\"bytes\": \(stated.bytes)"]
    }
    if !leftOut.isEmpty {
      members.append("\"leftOut\": [\(leftOut.map { "\"\($0)\"" }.joined(separator: ", "))]")
    }
    // In the order of their keys, in which a graph that is written and read again has them.
    let incomplete =
      missing.isEmpty ? "" : "\"x-incomplete\": \"\(missing.joined(separator: "; "))\", "
    return "\(incomplete)\"x-leaks\": {\(members.joined(separator: ", "))}"
  }
}
