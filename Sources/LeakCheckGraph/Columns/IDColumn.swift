/// The ids of all objects, sorted: numbers first, then texts.
package struct IDColumn: Sendable {
  /// The scale of numeric ids: an id is `base + stored << shift`.
  ///
  /// Addresses are multiples of 8 or 16 and near one another, so that most fit into four bytes.
  package struct Scale: Sendable {
    package var base: Int64 = 0
    package var shift: Int64 = 0

    package init() {}
  }

  /// The number of objects.
  package let count: Int
  /// The number of ids that are numbers.
  package let numberCount: Int
  /// The number itself, scaled, or the index of the text; texts in their order may be left out.
  private let values: IntegerColumn
  private let scale: Scale
  private let texts: StringTable

  /// The ids of `values`, of which the first are numbers, and the rest indices of `texts`.
  init(values: [Int64], numberCount: Int, texts: StringTable) {
    count = values.count
    self.numberCount = numberCount
    self.values = IntegerColumn(values)
    scale = Scale()
    self.texts = texts
  }

  /// The ids of `numbers` by `scale`, which rise, and behind them all `texts`, which rise too.
  package init(numbers: IntegerColumn, scale: Scale, texts: StringTable) {
    count = numbers.count + texts.count
    numberCount = numbers.count
    values = numbers
    self.scale = scale
    self.texts = texts
  }

  var byteCount: Int { values.byteCount + (numberCount == count ? 0 : texts.byteCount) }

  /// The bytes of the ids that are texts, as UTF-8.
  package subscript(index: Int32) -> ObjectID {
    Int(index) < numberCount ? .number(number(at: Int(index))) : .text(texts[text(of: Int(index))])
  }

  /// The id of a row below ``numberCount``.
  package func number(at row: Int) -> Int64 { scale.base &+ values[row] &<< scale.shift }

  private func text(of row: Int) -> Int32 {
    Int32(row < values.count ? values[row] : Int64(row - numberCount))
  }

  func index(of id: ObjectID) -> Int32? {
    let rows = 0..<Int32(count)
    let position = rows.partitioningIndex { self[$0] >= id }
    return position < count && self[position] == id ? position : nil
  }
}
