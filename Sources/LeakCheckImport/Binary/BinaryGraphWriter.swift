public import LeakCheckGraph

/// A writer of binary graphs, `.lcgraph`.
///
/// Equal graphs give equal bytes, whatever the order in their dumps.
public struct BinaryGraphWriter: Sendable {
  /// Creates a writer.
  public init() {}

  /// Returns the file content for a graph.
  ///
  /// - Complexity: O(objects + references), and a sort of the texts.
  public func bytes(of graph: ObjectGraph) -> [UInt8] {
    var encoder = BinaryGraphEncoder(graph.storage)
    return encoder.bytes()
  }
}

/// An encoder that turns the columns of a graph into the sections of a file.
struct BinaryGraphEncoder {
  private let storage: ObjectGraph.Storage
  /// The texts that the graph uses, in the order of their bytes.
  private let texts: UsedTexts
  private var sections = BinarySections()

  init(_ storage: ObjectGraph.Storage) {
    self.storage = storage
    texts = UsedTexts(of: storage)
  }

  /// The whole file.
  mutating func bytes() -> [UInt8] {
    addTexts()
    let scale = addIDs()
    addObjects()
    addReferences()
    return sections.file(
      header: BinaryHeader(
        objectCount: storage.types.count, referenceCount: storage.targets.count,
        collector: storage.heading.collector, moment: storage.heading.moment, scale: scale))
  }

  private mutating func addTexts() {
    sections.add(.name, bytes: Array(storage.heading.name.utf8))
    sections.add(.extensions, bytes: Array(storage.heading.extensions.utf8))
    let (bytes, ends) = texts.joined(from: storage.strings)
    sections.add(.textBytes, bytes: bytes)
    sections.add(.textEnds, count: ends.count, isRequired: true) { ends[$0] }
  }

  private mutating func addIDs() -> IDColumn.Scale {
    let ids = storage.ids
    var (bytes, ends): ([UInt8], [Int64]) = ([], [])
    for row in ids.numberCount..<ids.count {
      if case .text(let text) = ids[Int32(row)] { bytes.append(contentsOf: text.utf8) }
      ends.append(Int64(bytes.count))
    }
    sections.add(.idTextBytes, bytes: bytes)
    sections.add(.idTextEnds, count: ends.count, isRequired: !ends.isEmpty) { ends[$0] }
    let scale = Self.scale(of: ids)
    sections.add(.idNumbers, count: ids.numberCount, isRequired: ids.numberCount > 0) {
      (ids.number(at: $0) &- scale.base) &>> scale.shift
    }
    return scale
  }

  /// The scale by which the ids fit into four bytes, or that of plain ids when none does.
  private static func scale(of ids: IDColumn) -> IDColumn.Scale {
    guard ids.numberCount > 0 else { return .init() }
    let base = ids.number(at: 0)
    let range = UInt64(bitPattern: ids.number(at: ids.numberCount - 1) &- base)
    let used = (0..<ids.numberCount).reduce(UInt64(0)) {
      $0 | UInt64(bitPattern: ids.number(at: $1) &- base)
    }
    // One id has no bits at all; 31 is the most that a header may say.
    let shift = min(used.trailingZeroBitCount, 31)
    guard range >> UInt64(shift) <= UInt64(UInt32.max) else { return .init() }
    var scale = IDColumn.Scale()
    (scale.base, scale.shift) = (base, used == 0 ? 0 : Int64(shift))
    return scale
  }

  private mutating func addObjects() {
    let objects = storage.contents.objects
    sections.add(.objectMarks, bytes: objects.marks.array.map(\.rawValue), isRequired: true)
    for text in ObjectContents.textSections {
      add(text.section, palette: text.palette, objects[keyPath: text.column])
    }
    for number in ObjectContents.numberSections {
      let column = objects[keyPath: number.column]
      sections.add(number.section, count: column.count) { column[$0] }
    }
    for note in ObjectContents.noteSections {
      add(note.section, rows: note.rows, objects[keyPath: note.column])
    }
  }

  private mutating func addReferences() {
    let (starts, references, texts) = (storage.outgoingStarts, storage.contents.references, texts)
    let targets = references.targets
    sections.add(.outgoingStarts, count: starts.count, width: 4) { Int64(starts[$0]) }
    sections.add(.targets, count: targets.count, width: 4) { Int64(targets[$0]) }
    sections.add(.referenceMarks, bytes: references.marks.array.map(\.rawValue), isRequired: true)
    for text in ReferenceContents.textSections {
      add(text.section, palette: text.palette, references[keyPath: text.column])
    }
    let ends = references.ends
    sections.add(.endRows, count: ends.rows.count, isRequired: !ends.rows.isEmpty) {
      Int64(ends.rows[$0])
    }
    sections.add(.endEvents, count: ends.rows.count) { Int64(texts[ends.values[$0].event]) }
    sections.add(.endOwners, count: ends.rows.count) { Int64(ends.values[$0].owner) + 1 }
    for note in ReferenceContents.noteSections {
      add(note.section, rows: note.rows, references[keyPath: note.column])
    }
  }

  /// Adds a column of texts, with a palette where that is smaller.
  private mutating func add(
    _ section: BinarySection, palette: BinarySection, _ column: TextColumn
  ) {
    let texts = texts
    let colors = texts.palette(of: column)
    guard !colors.isEmpty else {
      return sections.add(section, count: column.count) { Int64(texts[column[$0]]) }
    }
    var position = [Int32](repeating: 0, count: texts.count)
    for (place, text) in colors.enumerated() { position[Int(text)] = Int32(place) }
    sections.add(palette, count: colors.count, isRequired: true) { Int64(colors[$0]) }
    sections.add(section, count: column.count) { Int64(position[Int(texts[column[$0]])]) }
  }

  /// Adds the texts of few rows.
  private mutating func add(
    _ section: BinarySection, rows: BinarySection, _ column: SparseColumn<Int32>
  ) {
    let texts = texts
    let isRequired = !column.rows.isEmpty
    sections.add(rows, count: column.rows.count, isRequired: isRequired) { Int64(column.rows[$0]) }
    sections.add(section, count: column.values.count) { Int64(texts[column.values[$0]]) }
  }
}
