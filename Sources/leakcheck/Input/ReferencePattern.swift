import LeakCheckGraph
import LeakCheckImport
import LeakCheckText

/// A pattern that selects references by the holder's type and their name: `Type.name`.
struct ReferencePattern {
  let text: String

  init(_ text: String) { self.text = text }

  /// The references of `graph` that are spelt so, in rising order.
  ///
  /// Types and names may have points of their own.
  ///
  /// - Complexity: O(references), and O(texts) for each point.
  func references(in graph: ObjectGraph) -> [Int32] {
    let storage = graph.storage
    let points = text.indices.filter { text[$0] == "." }
    let pairs = points.compactMap { point -> (type: Int32, name: Int32)? in
      guard let type = storage.strings.index(of: String(text[..<point])),
        let name = storage.strings.index(of: String(text[text.index(after: point)...]))
      else { return nil }
      return (type, name)
    }
    guard !pairs.isEmpty else { return [] }
    let (sources, types, names) = (storage.sources, storage.types, storage.referenceNames)
    return (0..<graph.referenceCount).filter { reference in
      pairs.contains { type, name in
        names[Int(reference)] == name && types[Int(sources[Int(reference)])] == type
      }
    }
  }

  /// The reference that may have been meant.
  func suggestion(in graph: ObjectGraph) -> String {
    let texts = graph.references.lazy.map { "\($0.source.type).\($0.name)" }
    let nearest = NearestWord.nearest(to: text, among: texts)
    return nearest.map { "; did you mean \(Quotation.quoted($0))?" } ?? ""
  }
}
