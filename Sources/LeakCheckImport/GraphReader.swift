public import LeakCheckGraph
public import LeakCheckText

/// A reader of one file format.
public protocol GraphReader: Sendable {
  /// The name of the format, for messages.
  var formatName: String { get }

  /// The extensions of paths that mean this format, in small letters and without the dot.
  var pathExtensions: [String] { get }

  /// Whether a file that begins with `start` looks like this format.
  func recognizes(_ start: [UInt8]) -> Bool

  /// The graph of a dump.
  func read(_ dump: DumpFile) throws(InputError) -> ObjectGraph
}

extension GraphReader {
  /// Reads the graph of a text in memory; `source` names the text in errors.
  public func read(_ bytes: [UInt8], from source: String) throws(InputError) -> ObjectGraph {
    try read(DumpFile(bytes, source: source))
  }
}

/// The readers of all supported formats.
public enum GraphReaders {
  /// The readers, in the order in which leakcheck tries them.
  ///
  public static let all: [any GraphReader] = [
    V8SnapshotReader(), JSONGraphReader(threads: 2), HPROFReader(), AppleLeaksReader(),
    BinaryGraphReader(),
  ]

  /// The bytes of a file that ``GraphReader/recognizes(_:)`` gets to see.
  static let startLength = 4096

  /// The readers of what a log may have, and how many of its bytes they get to see when nobody knows the file.
  private static let logReaders: [any GraphReader] = [AppleLeaksReader()]
  private static let logLength = 1 << 20

  /// Reads the graph of a text in memory, in the format of its name's extension or else of its content.
  ///
  /// - Throws: ``InputError`` if the format is unknown or the text violates it.
  public static func read(
    _ bytes: [UInt8], from source: String
  ) throws(InputError) -> ObjectGraph {
    try read(DumpFile(bytes, source: source))
  }

  /// Reads the graph of a dump, possibly compressed, in the format of its extension or else of its content.
  ///
  /// - Throws: ``InputError`` if the format is unknown or the dump violates it.
  public static func read(_ dump: DumpFile) throws(InputError) -> ObjectGraph {
    let dump = try dump.inflated()
    let reader = try reader(for: dump)
    do throws(InputError) {
      return try reader.read(dump)
    } catch {
      var error = error
      error.isInflated = dump.isInflated
      throw error
    }
  }

  /// The reader of a dump: by the extension of its name, or else by its content.
  private static func reader(for dump: DumpFile) throws(InputError) -> any GraphReader {
    let start = dump.prefix(startLength)
    let pathExtension = pathExtension(of: dump.source, isCompressed: dump.isInflated)
    let reader =
      all.first { $0.pathExtensions.contains(pathExtension) } ?? all.first { $0.recognizes(start) }
      ?? logReaders.first { $0.recognizes(dump.prefix(logLength)) }
    if let reader { return reader }
    let formats = all.map { "\($0.formatName) (\($0.pathExtensions.joined(separator: ", ")))" }
    throw InputError(
      .unknownFormat, source: dump.source,
      problem: start.isEmpty ? "empty file" : "unknown file format",
      expected: formats.joined(separator: " or "))
  }

  /// The extension of a path in small letters, or an empty text; of a compressed file, what is before `.gz`.
  static func pathExtension(of path: String, isCompressed: Bool = false) -> String {
    var name = path.split(separator: "/").last ?? ""
    if isCompressed, name.lowercased().hasSuffix(".gz") { name = name.dropLast(3) }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
