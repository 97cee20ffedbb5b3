import Foundation
import LeakCheckText

/// The lines of the source files that a graph names, read with care since a graph is untrusted.
///
/// A file counts only where it is a regular one with the suffix of a source, and lies, with every link followed, in the
/// folder of the graph or in the one that the command runs in. Anything else is as if it were not there: nobody waits
/// for a pipe, and no report shows a line of what is none of its business.
///
/// A class, because it keeps what it has read. Not for use by several threads at once.
final class GraphSources {
  /// The largest file that is read, in bytes.
  static let largestFile = 4 << 20
  /// How much is read in all, in bytes.
  static let mostBytes = 64 << 20
  /// The most files that are looked for.
  static let mostFiles = 1_000
  /// The longest line that is shown, in bytes.
  static let longestLine = 1_000

  private static let suffixes: Set<String> = [
    "swift", "m", "mm", "h", "c", "cc", "cpp", "hpp", "java", "kt", "js", "jsx", "ts", "tsx",
  ]

  /// The folders that paths are relative to, with no link in them.
  private let folders: [String]
  private var texts: [String: Text] = [:]
  /// The files that were read, without links on the way.
  private(set) var read: [String] = []
  private var bytesLeft = GraphSources.mostBytes

  /// The sources of the graph at `path`; `-` is standard input, which lies in no folder.
  init(ofGraphAt path: String) {
    let own = path == "-" ? nil : URL(fileURLWithPath: path).deletingLastPathComponent().path
    folders = [own, "."].compactMap { $0.flatMap(Self.real) }.filter { $0 != "/" }
  }

  /// A line of a file, from 1, or `nil` where there is nothing that can be shown.
  ///
  /// - Complexity: O(bytes of the file) the first time, then O(bytes of the line).
  func line(_ number: Int, of file: String) -> String? {
    if let text = texts[file] { return text.line(number) }
    guard texts.count < Self.mostFiles else { return nil }
    let text = folders.lazy.compactMap { self.text(of: file, in: $0) }.first ?? Text([])
    texts[file] = text
    return text.line(number)
  }

  private func text(of file: String, in folder: String) -> Text? {
    let path = file.hasPrefix("/") ? file : folder + "/" + file
    guard let real = Self.real(path), folders.contains(where: { real.hasPrefix($0 + "/") }),
      Self.suffixes.contains(URL(fileURLWithPath: real).pathExtension.lowercased()),
      let size = Self.sizeOfRegularFile(real), size <= min(Self.largestFile, bytesLeft),
      let handle = FileHandle(forReadingAtPath: real),
      // One that has grown since is cut off.
      let data = try? handle.read(upToCount: Self.largestFile)
    else { return nil }
    bytesLeft -= data.count
    read.append(real)
    return Text([UInt8](data))
  }

  /// A path without links on the way, or `nil` where nothing is there.
  private static func real(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  private static func sizeOfRegularFile(_ path: String) -> Int? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// A text with the starts of its lines.
  private struct Text {
    private let bytes: [UInt8]
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      let mark: [UInt8] = [0xef, 0xbb, 0xbf]
      let newline = UInt8(ascii: "\n")
      let first = bytes.starts(with: mark) ? mark.count : 0
      starts = [first] + bytes.indices.lazy.filter { bytes[$0] == newline }.map { $0 + 1 }
    }

    /// A line without its end; `nil` where there is none, or none to be shown.
    func line(_ number: Int) -> String? {
      guard starts.indices.contains(number - 1) else { return nil }
      let start = starts[number - 1]
      let end = number < starts.count ? starts[number] - 1 : bytes.count
      guard end - start <= GraphSources.longestLine else { return nil }
      guard let line = String(bytes: bytes[start..<end], encoding: .utf8) else { return nil }
      let text = line.hasSuffix("\r") ? String(line.dropLast()) : line
      return text.contains { !$0.isWhitespace } ? text : nil
    }
  }
}
