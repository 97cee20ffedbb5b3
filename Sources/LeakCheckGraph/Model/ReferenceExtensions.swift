/// The members of a reference and of its end whose keys begin with `x-`, in the one text that a graph keeps of both.
package struct ReferenceExtensions {
  /// Members of the reference, as JSON text.
  package let ofReference: String
  /// Members of its `until`, as JSON text.
  package let ofEnd: String

  /// Between the two; in JSON it is always escaped.
  private static let separator: Character = "\u{0}"

  /// The members of both.
  package init(ofReference: String, ofEnd: String) {
    (self.ofReference, self.ofEnd) = (ofReference, ofEnd)
  }

  /// What a text holds.
  package init(_ text: String) {
    // Bytes and not characters: what stands behind the separator may combine with it.
    guard let place = text.utf8.firstIndex(of: 0) else {
      self.init(ofReference: text, ofEnd: "")
      return
    }
    self.init(
      ofReference: String(text[..<place]), ofEnd: String(text[text.utf8.index(after: place)...]))
  }

  /// The text of both.
  package var text: String {
    ofEnd.isEmpty ? ofReference : "\(ofReference)\(Self.separator)\(ofEnd)"
  }
}
