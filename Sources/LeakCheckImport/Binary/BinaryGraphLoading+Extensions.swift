internal import LeakCheckGraph
import LeakCheckText

// Checks texts that are written into JSON as they are: the file could put anything into them.
extension BinaryGraphLoading {
  /// The members of the graph.
  func graphExtensions() throws(InputFailure) -> String {
    let text = try text(.extensions)
    try check(text, .extensions, at: 0, depth: 1)
    return text
  }

  /// Refuses texts that are no members of objects.
  func checkObjectExtensions(
    _ column: SparseColumn<Int32>, _ strings: StringTable
  ) throws(InputFailure) {
    try checkEach(column, of: strings) { text, index throws(InputFailure) in
      try check(text, .objectExtensions, at: index, depth: 3)
    }
  }

  /// Refuses texts that are no members of references and of their ends.
  func checkReferenceExtensions(
    _ column: SparseColumn<Int32>, _ strings: StringTable
  ) throws(InputFailure) {
    try checkEach(column, of: strings) { text, index throws(InputFailure) in
      let members = ReferenceExtensions(text)
      try check(members.ofReference, .referenceExtensions, at: index, depth: 3)
      try check(members.ofEnd, .referenceExtensions, at: index, depth: 4)
    }
  }

  /// Checks each different text of a column once, with the place at which it comes first.
  private func checkEach(
    _ column: SparseColumn<Int32>, of strings: StringTable,
    _ check: (_ text: String, _ index: Int) throws(InputFailure) -> Void
  ) throws(InputFailure) {
    var isChecked: Set<Int32> = []
    for (index, text) in column.values.enumerated() where isChecked.insert(text).inserted {
      try check(strings[text], index)
    }
  }

  private func check(
    _ text: String, _ section: BinarySection, at index: Int, depth: Int
  ) throws(InputFailure) {
    guard let found = ExtensionText.failure(in: text.utf8, depth: depth) else { return }
    throw failure(
      section, at: index, "text that is not a JSON member, with \(found.problem),",
      expected: "members with keys beginning with \"x-\"")
  }
}
