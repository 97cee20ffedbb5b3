import LeakCheckGraph
import LeakCheckText

extension JSONGraphParser {
  /// The error of the graph, at its place in the file.
  func failure(for error: GraphError) throws(InputFailure) -> InputFailure {
    var parser = try JSONGraphParser(
      scanner.bytes, options: Options(usesSpelling: false, resolvesLate: true))
    parser.search = JSONPlaceSearch(for: error)
    _ = try parser.parse()
    let (offset, firstOffset) = (parser.search?.offset ?? 0, parser.search?.firstOffset ?? 0)
    switch error {
    case .duplicateID(let id, _, _):
      let place = TextPlace(of: firstOffset, in: scanner.bytes)
      return InputFailure(
        offset: offset,
        problem: "duplicate id \(Self.written(id)), first used at \(place)",
        expected: "an id for each object")
    case .unknownObject(let id, _, let end):
      let key =
        switch end {
        case .from: "from"
        case .to: "to"
        case .endingObject: "of"
        }
      return InputFailure(
        offset: offset, problem: "unknown id \(Self.written(id)) for \"\(key)\"",
        expected: "the id of an object", suggestion: nearest(to: id))
    }
  }

  /// The nearest id of an object, as the file should write it.
  private func nearest(to id: ObjectID) -> String? {
    let isText = if case .text = id { true } else { false }
    let ids = columns.objectIDs
    // Written graphs have all numbers first, so the limit must not be used up by the other kind.
    let rows = (0..<ids.count).lazy
    let ordered = [
      rows.filter { isText != ids.isText($0) }, rows.filter { isText == ids.isText($0) },
    ]
    let candidates = ordered.lazy.joined().prefix(NearestWord.mostCandidates).map {
      ids.unpack(ids[$0])
    }
    let found = Array(candidates)
    let word = NearestWord.nearest(to: id.description, among: found.map(\.description))
    // Of a number and a text that read alike, the later one was always named.
    return word.flatMap { word in found.last { $0.description == word } }.map { Self.written($0) }
  }

  private static func written(_ id: ObjectID) -> String {
    switch id {
    case .number(let value): String(value)
    case .text(let text): Quotation.quoted(text)
    }
  }
}
