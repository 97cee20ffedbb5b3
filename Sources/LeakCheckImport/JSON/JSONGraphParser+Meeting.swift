import LeakCheckGraph

extension JSONGraphParser {
  /// A parser of the elements of an array from a guessed place on, to the array's end.
  init(_ bytes: DumpBytes, from meeting: JSONMeeting, options: Options) throws(JSONFailure) {
    try self.init(bytes, options: options)
    scanner.position = meeting.offset
    encodedEnd = meeting.offset
    countedEnd = meeting.offset
    openArrayStart = meeting.offset
  }

  /// Reads to the end of the array; false where that is no array of the format.
  mutating func parseRest(of array: GraphArray) -> Bool {
    do throws(JSONFailure) {
      _ = try parseElements(of: array, isFirst: false)
      try checkEncoding(to: scanner.position)
      return true
    } catch {
      // Where the guess was wrong this means nothing, and where it was right the first thread finds it too.
      return false
    }
  }

  /// The result of ``parse()`` as a value, for a thread to leave it.
  mutating func parsed() -> Result<Bool, JSONFailure> {
    do throws(JSONFailure) { return .success(try parse()) } catch { return .failure(error) }
  }

  /// Takes over the rest of an array from the parser that read it, and closes the array.
  mutating func meet(
    _ other: consuming JSONGraphParser, in array: GraphArray
  ) throws(JSONFailure) {
    try checkEncoding(to: scanner.position)
    // Too many rows are refused at their place, so this thread must come there.
    guard objectCount + other.objectCount <= Int32.max,
      referenceCount + other.referenceCount <= Int32.max
    else { return }
    append(other)
    openArray = nil
    try close(array)
  }

  /// Takes over what a parser read from where this one stands, and goes on behind it.
  private mutating func append(_ other: consuming JSONGraphParser) {
    familiarCount += other.familiarCount
    flushObjects()
    flushReferences()
    other.flushObjects()
    other.flushReferences()
    let texts = columns.strings.intern(all: other.columns.strings.table)
    let idTexts = columns.objectIDs.texts.intern(all: other.columns.objectIDs.texts.table)
    appendOwners(of: other, idTexts: idTexts)
    appendIDs(of: &other, idTexts: idTexts)
    columns.objectIDs.append(other.columns.objectIDs, texts: idTexts)
    columns.append(&other.columns, texts: texts)
    scanner.position = other.scanner.position
    encodedEnd = other.encodedEnd
    countedEnd = scanner.position
  }

  private mutating func appendOwners(of other: borrowing JSONGraphParser, idTexts: [Int32]) {
    for owner in other.endOwners {
      endOwners.append((columns.ends.count + owner.end, owner.id.moved(to: idTexts)))
    }
  }

  /// The ids of the other's references as rows here, or left for later like this one's.
  private mutating func appendIDs(of other: inout JSONGraphParser, idTexts: [Int32]) {
    other.unresolved.moveTexts(to: idTexts)
    guard let table else { return unresolved.append(other.unresolved) }
    let (sources, targets) = other.unresolved.rows(in: table, support: options.support)
    if sources.contains(where: { $0 < 0 }) || targets.contains(where: { $0 < 0 }) {
      hasWrongID = true
    }
    columns.sources += sources
    columns.targets += targets
    other.unresolved = UnresolvedReferences()
  }
}

extension PackedID {
  /// The id with its text's index replaced.
  func moved(to texts: [Int32]) -> PackedID {
    isText ? PackedID(value: Int64(texts[Int(value)]), isText: true) : self
  }
}
