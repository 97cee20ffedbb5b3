import LeakCheckGraph

/// A search for the places of ids in a graph error.
///
/// Places are not kept while a graph is read: eight bytes for each id of a million, for an error that
/// mostly does not come. The file is read once more instead.
struct JSONPlaceSearch {
  let error: GraphError
  /// The offset of the second use of an id, or of the id that no object has.
  private(set) var offset = 0
  /// The offset of the first use of an id.
  private(set) var firstOffset = 0

  init(for error: GraphError) { self.error = error }

  /// Called with the offset of the id of each object.
  mutating func pass(object row: Int, at offset: Int) {
    guard case .duplicateID(_, let first, let second) = error else { return }
    if row == first { firstOffset = offset }
    if row == second { self.offset = offset }
  }

  /// Called with the offset of each id of each reference.
  mutating func pass(_ end: GraphError.End, of row: Int, at offset: Int) {
    guard case .unknownObject(_, row, end) = error else { return }
    self.offset = offset
  }
}

extension JSONGraphParser {
  /// Tells the search, if there is one, where the id of an object is.
  mutating func pass(object row: Int, at offset: Int) {
    search?.pass(object: row, at: offset)
  }

  /// Tells the search, if there is one, where an id of a reference is.
  mutating func pass(_ end: GraphError.End, of row: Int, at offset: Int) {
    search?.pass(end, of: row, at: offset)
  }
}
