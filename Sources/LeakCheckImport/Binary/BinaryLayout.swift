internal import LeakCheckGraph

/// The numbers at the start of a binary graph; the article "Binary graphs" describes them.
enum BinaryLayout {
  /// Not text, and changed by everything that takes a binary file for text.
  static let magic: [UInt8] = [0x89, 0x4c, 0x43, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Files of a higher one are refused.
  static let majorVersion: UInt16 = 1
  /// Files of a higher one have sections that may be passed over.
  static let minorVersion: UInt16 = 0

  /// The bytes before the section table.
  static let headerLength = 64
  /// The bytes of an entry in the section table.
  static let entryLength = 32
  /// The bytes of a checksum.
  static let checksumLength = 8
  /// Every section begins at a multiple of this: a cache line.
  static let alignment = 64
  /// More sections than this are no file of ours or of our time.
  static let mostSections = 1024

  /// The offsets of the header's fields.
  enum Field {
    static let majorVersion = 8
    static let minorVersion = 10
    static let sectionCount = 12
    static let fileLength = 16
    static let objectCount = 24
    static let referenceCount = 28
    static let collector = 32
    static let idShift = 36
    static let idBase = 40
    static let moment = 48
  }

  /// The offsets of an entry's fields.
  enum EntryField {
    static let code = 0
    static let width = 4
    static let offset = 8
    static let count = 16
    static let checksum = 24
  }

  /// The first multiple of ``alignment`` from `offset` on.
  static func aligned(_ offset: Int) -> Int { (offset + alignment - 1) / alignment * alignment }
}

/// A column of a binary graph, by its number in the section table.
enum BinarySection: UInt32, CaseIterable {
  case name = 1, extensions
  case textBytes, textEnds
  case idTextBytes, idTextEnds, idNumbers
  case typePalette, types, kindPalette, kinds, sizes, objectMarks
  case objectNamePalette, objectNames, filePalette, files, lines, retainCounts
  case rootReasonRows, rootReasons, expectationReasonRows, expectationReasons
  case objectExtensionRows, objectExtensions
  case outgoingStarts, targets
  case referenceNamePalette, referenceNames, referenceMarks
  case endRows, endEvents, endOwners
  case referenceExtensionRows, referenceExtensions

  /// What the section has, for messages.
  var title: String {
    switch self {
    case .name: "the graph's name"
    case .extensions: "the graph's extensions"
    case .textBytes: "texts"
    case .textEnds: "ends of texts"
    case .idTextBytes: "texts of ids"
    case .idTextEnds: "ends of texts of ids"
    case .idNumbers: "ids"
    case .typePalette: "the palette of types"
    case .types: "types"
    case .kindPalette: "the palette of kinds"
    case .kinds: "kinds"
    case .sizes: "sizes"
    case .objectMarks: "marks of objects"
    case .objectNamePalette: "the palette of names"
    case .objectNames: "names"
    case .filePalette: "the palette of files"
    case .files: "files"
    case .lines: "lines"
    case .retainCounts: "retain counts"
    case .rootReasonRows: "rows of root reasons"
    case .rootReasons: "root reasons"
    case .expectationReasonRows: "rows of expectations' reasons"
    case .expectationReasons: "expectations' reasons"
    case .objectExtensionRows: "rows of objects' extensions"
    case .objectExtensions: "objects' extensions"
    case .outgoingStarts: "starts of references"
    case .targets: "targets"
    case .referenceNamePalette: "the palette of reference names"
    case .referenceNames: "reference names"
    case .referenceMarks: "marks of references"
    case .endRows: "rows of ends"
    case .endEvents: "events of ends"
    case .endOwners: "objects of ends"
    case .referenceExtensionRows: "rows of references' extensions"
    case .referenceExtensions: "references' extensions"
    }
  }
}

/// A column with a text for each object or reference: its section and that of its palette.
struct TextSection<Contents>: Sendable {
  let column: ColumnPath<Contents, TextColumn>
  let section: BinarySection
  let palette: BinarySection
}

/// A column with a text for few objects or references: its section and that of their rows.
struct NoteSection<Contents>: Sendable {
  let column: ColumnPath<Contents, SparseColumn<Int32>>
  let section: BinarySection
  let rows: BinarySection
}

/// A column with a number for each object: its section and the largest number.
struct NumberSection<Contents>: Sendable {
  let column: ColumnPath<Contents, IntegerColumn>
  let section: BinarySection
  let most: Int
}

// The sections of the columns that need no more than a look at their bounds; `FieldTests` sees that none is missing.
extension ObjectContents {
  static let textSections: [TextSection<ObjectContents>] = [
    TextSection(column: \.types, section: .types, palette: .typePalette),
    TextSection(column: \.kinds, section: .kinds, palette: .kindPalette),
    TextSection(column: \.names, section: .objectNames, palette: .objectNamePalette),
    TextSection(column: \.files, section: .files, palette: .filePalette),
  ]
  static let numberSections: [NumberSection<ObjectContents>] = [
    NumberSection(column: \.sizes, section: .sizes, most: .max),
    NumberSection(column: \.lines, section: .lines, most: Int(Int32.max)),
    NumberSection(column: \.retainCounts, section: .retainCounts, most: Int(Int32.max)),
  ]
  static let noteSections: [NoteSection<ObjectContents>] = [
    NoteSection(column: \.rootReasons, section: .rootReasons, rows: .rootReasonRows),
    NoteSection(
      column: \.expectationReasons, section: .expectationReasons, rows: .expectationReasonRows),
    NoteSection(
      column: \.extensions, section: .objectExtensions, rows: .objectExtensionRows),
  ]
}

extension ReferenceContents {
  static let textSections: [TextSection<ReferenceContents>] = [
    TextSection(column: \.names, section: .referenceNames, palette: .referenceNamePalette)
  ]
  static let noteSections: [NoteSection<ReferenceContents>] = [
    NoteSection(
      column: \.extensions, section: .referenceExtensions, rows: .referenceExtensionRows)
  ]
}
