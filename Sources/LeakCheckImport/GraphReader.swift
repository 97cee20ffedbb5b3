public import LeakCheckGraph

/// Turns the bytes of a dump in one format into a graph.
public protocol GraphReader: Sendable {
  /// What the format is called in messages.
  var formatName: String { get }
  /// The file extensions of the format, in lower case, without the dot.
  var pathExtensions: [String] { get }
  /// Whether a file that begins like this may be of the format.
  func recognizes(_ bytes: [UInt8]) -> Bool
  /// The graph in `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - source: what messages call the file.
  /// - Returns: the graph, complete.
  /// - Throws: ``ImportError`` with the place of the first thing that is wrong.
  func read(_ bytes: [UInt8], from source: String) throws(ImportError) -> ObjectGraph
}

/// All readers, and the choice among them.
public enum GraphReaders {
  /// The formats that can be read.
  public static let all: [any GraphReader] = [JSONGraphReader()]

  /// The graph in `bytes`, whose format is found by the extension of `source`, then by content.
  ///
  /// - Throws: ``ImportError`` when no reader knows the format or the file is malformed.
  public static func read(
    _ bytes: [UInt8], from source: String
  ) throws(ImportError) -> ObjectGraph {
    guard !bytes.isEmpty else {
      throw ImportError(source, found: "an empty file", expected: "a graph; see leakcheck schema")
    }
    let fileExtension = source.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let reader =
      all.first { $0.pathExtensions.contains(fileExtension) }
      ?? all.first { $0.recognizes(bytes) }
    guard let reader else {
      let formats = all.map { "\($0.formatName) (.\($0.pathExtensions.joined(separator: ", .")))" }
      throw ImportError(
        source, found: "a file of unknown format",
        expected: formats.joined(separator: " or "))
    }
    return try reader.read(bytes, from: source)
  }
}
