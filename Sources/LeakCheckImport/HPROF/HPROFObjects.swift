internal import LeakCheckGraph
import LeakCheckText

/// The objects of a heap dump in the graph's order, with the place and kind of each.
struct HPROFObjects: ~Copyable {
  /// Finds the row of an id.
  let rows: ObjectRows
  /// Where the sub-record of each row begins.
  var offsets: ReservedColumn<Int>
  var ids: [Int64]
  var types: [Int32]
  var kinds: [Int32]
  var sizes: [Int64]
  var marks: [ObjectMarks]

  var count: Int { offsets.count }

  /// The objects of `index`, ordered by id.
  ///
  /// - Throws: ``InputFailure`` for an id that two objects have.
  init(_ index: borrowing HPROFIndex) throws(InputFailure) {
    let count = index.objects.count
    do throws(ObjectRows.Duplicate) {
      rows = try ObjectRows(of: index.objects)
    } catch {
      throw InputFailure(
        offset: index.offsets[error.second],
        problem: "second object with the id \(hexadecimal(index.objects[error.second])), the first "
          + "is at byte \(index.offsets[error.first])",
        expected: "an id for each object of a single heap dump")
    }
    // Each row is written: the id below, the rest by the second pass, which ends whole or with an error.
    ids = unsafe Array(unwritten: count)
    types = unsafe Array(unwritten: count)
    kinds = unsafe Array(unwritten: count)
    sizes = unsafe Array(unwritten: count)
    marks = unsafe Array(unwritten: count)
    offsets = ReservedColumn(capacity: count)
    offsets.fill()
    order(index)
  }

  private mutating func order(_ index: borrowing HPROFIndex) {
    for position in 0..<index.objects.count {
      let id = index.objects[position]
      let row = Int(rows.row(of: id))
      ids[row] = Int64(bitPattern: id)
      offsets[row] = index.offsets[position]
    }
  }
}
