import LeakCheckGraph

extension JSONGraphParser {
  /// The error of the graph, at its place in the file.
  func failure(for error: GraphError) -> JSONFailure {
    switch error {
    case .duplicateID(let id, let first, let second):
      let place = TextPlace(of: idOffsets[first], in: scanner.bytes)
      return JSONFailure(
        offset: idOffsets[second],
        problem: "duplicate id \(Self.written(id)), first used at \(place)",
        expected: "an id for each object")
    case .unknownObject(let id, let reference, let end):
      let (offset, key) =
        switch end {
        case .from: (fromOffsets[reference], "from")
        case .to: (toOffsets[reference], "to")
        case .endingObject: (endingObjectOffsets[reference] ?? 0, "of")
        }
      return JSONFailure(
        offset: offset, problem: "unknown id \(Self.written(id)) for \"\(key)\"",
        expected: "the id of an object", suggestion: nearest(to: id))
    }
  }

  /// The nearest id of an object, as the file should write it.
  ///
  /// The ids are read again from the file: an error is worth that, keeping them all is not.
  private func nearest(to id: ObjectID) -> String? {
    var ids: [String: ObjectID] = [:]
    let isNumber = if case .number = id { true } else { false }
    // Written graphs have all numbers first, so the limit must not be used up by the other kind.
    let offsets =
      idOffsets.filter { isNumber != isText(at: $0) }
      + idOffsets.filter { isNumber == isText(at: $0) }
    let words = offsets.prefix(NearestWord.mostCandidates).compactMap { offset -> String? in
      var reader = scanner
      reader.position = offset
      guard let candidate = try? reader.id(for: "id") else { return nil }
      ids[candidate.description] = candidate
      return candidate.description
    }
    let word = NearestWord.nearest(to: id.description, among: words)
    return word.flatMap { ids[$0] }.map { Self.written($0) }
  }

  private func isText(at offset: Int) -> Bool { scanner.bytes[offset] == UInt8(ascii: "\"") }

  private static func written(_ id: ObjectID) -> String {
    switch id {
    case .number(let value): String(value)
    case .text(let text): Quotation.quoted(text)
    }
  }
}
