import LeakCheckGraph

extension LeaksParser {
  /// The graph of everything read.
  ///
  /// - Throws: ``LeaksFailure`` when there is nothing of `leaks` in the text, or less than it states.
  consuming func graph(of text: Span<UInt8>) throws(LeaksFailure) -> ObjectGraph {
    guard objects.count > 0 || report.stated != nil else {
      throw LeaksFailure(
        offset: 0, problem: "no report by leaks in the file",
        expected: "\"Process 12: 3 leaks for 96 total leaked bytes.\" and what it states")
    }
    try checkCompleteness(in: text)
    objects.markLeaked()
    let name = report.process.isEmpty ? "leaks" : "leaks of \(report.process)"
    let notes = LeaksNotes(of: self).extensions
    do throws(GraphError) {
      return try objects.graph(named: name, extensions: notes)
    } catch {
      throw LeaksFailure(offset: 0, problem: "objects that share an id: \(error)")
    }
  }

  /// Refuses a text that has less than it says itself.
  private func checkCompleteness(in text: Span<UInt8>) throws(LeaksFailure) {
    if let stated = report.stated, stated.leaks > 0, report.printsStated {
      let count = LeaksReport.Count(value: stated.leaks, offset: stated.offset)
      try check(objects.leakedCount, of: count, "its summary", "leaks", in: text)
      try checkContents(of: stated, in: text)
    }
    if tree.isReferenceTree, let total = report.total {
      try check(tree.referenceCount, of: total, "its total", "objects", in: text)
    }
    if let roots = report.roots {
      try check(tree.tracedRootCount, of: roots, "its trace", "roots", in: text)
    }
  }

  private func check(
    _ read: Int64, of stated: LeaksReport.Count, _ source: String, _ what: String,
    in text: Span<UInt8>
  ) throws(LeaksFailure) {
    guard read < stated.value else { return }
    let line = TextPlace.line(of: stated.offset, in: text)
    throw LeaksFailure(
      offset: firstUnread(in: text),
      problem:
        "\(source) in line \(line) states \(stated.value) \(what),"
        + " and \(read) are printed: \(stated.value - read) more belong here",
      expected: "the whole text; to read an excerpt, delete line \(line)")
  }

  /// Refuses a text that has as many leaks as it states, and yet not what they were: its bytes, lines or columns.
  private func checkContents(
    of stated: (leaks: Int64, bytes: Int64, offset: Int), in text: Span<UInt8>
  ) throws(LeaksFailure) {
    let line = TextPlace.line(of: stated.offset, in: text)
    if tree.groups.isEmpty, objects.leakedBytes < stated.bytes {
      throw LeaksFailure(
        offset: firstUnread(in: text),
        problem:
          "its summary in line \(line) states \(stated.bytes) bytes, and the leaks have"
          + " \(objects.leakedBytes)",
        expected: "[BYTES] behind every object; to read an excerpt, delete line \(line)")
    }
    if let hollow = tree.firstHollow {
      throw LeaksFailure(
        offset: hollow.offset,
        problem: "the line counts \(hollow.count) objects, and none stands below it",
        expected: "lines indented as leaks prints them; to read an excerpt, delete line \(line)")
    }
    if let back = tree.firstLostBack(in: objects) {
      throw LeaksFailure(
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

/// What a text by `leaks` leaves out, for whoever reads the graph: the member `x-leaks`.
struct LeaksNotes {
  var stated: (leaks: Int64, bytes: Int64, offset: Int)?
  var leftOut: [String] = []

  init(of parser: borrowing LeaksParser) {
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
    return "\"x-leaks\": {\(members.joined(separator: ", "))}"
  }
}
