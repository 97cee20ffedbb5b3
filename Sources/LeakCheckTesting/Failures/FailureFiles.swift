package import Foundation
import LeakCheckGraph
import LeakCheckImport
import LeakCheckRender
package import LeakCheckReport
import LeakCheckText

/// The files of a failure: the graph as JSON, and a picture or its replacement.
package struct FailureFiles {
  /// A file in memory.
  package struct File {
    /// The kind of file in the message: `graph`, `picture` or `page`.
    package var label: String
    /// The suffix of the name: `json`, `svg`, `html` or `dot`.
    package var suffix: String
    /// The content.
    package var bytes: [UInt8]

    /// Creates a file in memory; see the properties.
    package init(label: String, suffix: String, bytes: [UInt8]) {
      self.label = label
      self.suffix = suffix
      self.bytes = bytes
    }
  }

  /// Returns the files of a report: its graph, and a picture if this build can draw.
  static func files(of report: Report) -> [File] {
    let json = JSONGraphWriter().text(of: report.graph)
    let graph = File(label: "graph", suffix: "json", bytes: Array(json.utf8))
    return [graph] + (picture(of: report).map { [$0] } ?? withoutDrawing(report))
  }

  /// Returns an SVG, or `nil` if this build cannot draw or the graph is too complex.
  private static func picture(of report: Report) -> File? {
    guard GraphvizRenderer.isAvailable else { return nil }
    var dot = ""
    DOTFormat().write([report], to: &dot)
    guard let drawn = try? GraphvizRenderer.render(dot: dot, as: .svg) else { return nil }
    let count = report.findings.count
    let svg = SVGFinish.finish(
      String(decoding: drawn, as: UTF8.self), title: report.input,
      description: "Object graph with \(count) finding\(count == 1 ? "" : "s")",
      darkMode: DOTFormat.darkMode)
    return File(label: "picture", suffix: "svg", bytes: Array(svg.utf8))
  }

  /// Returns a page with path, reason and fix, and the text for drawing a picture elsewhere.
  package static func withoutDrawing(_ report: Report) -> [File] {
    let format = HTMLFormat { _ in
      .missing("Graphviz is not here; the file .dot can be drawn with it")
    }
    var (page, dot) = ("", "")
    format.write([report], to: &page)
    DOTFormat().write([report], to: &dot)
    return [
      File(label: "page", suffix: "html", bytes: Array(page.utf8)),
      File(label: "picture", suffix: "dot", bytes: Array(dot.utf8)),
    ]
  }

  /// Writes the files and returns a line for each with its path, or the reason why it was not written.
  static func write(_ files: [File], named test: String) -> [String] {
    let environment = ProcessInfo.processInfo.environment["LEAKCHECK_ARTIFACTS"] ?? ""
    let folder =
      environment.isEmpty
      ? FileManager.default.temporaryDirectory
      : URL(fileURLWithPath: environment, isDirectory: true)
    return write(files, named: stem(of: test), in: folder)
  }

  package static func write(_ files: [File], named stem: String, in folder: URL) -> [String] {
    var number = 1
    return files.map { file in
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = try place(file, at: stem, from: &number, in: folder)
        return "\(file.label): \(url.path)"
      } catch {
        let place = Escaping.plain(folder.path, limit: 1_000)
        return "\(file.label): not written, \(place) cannot be written to"
      }
    }
  }

  /// Moves the finished file to the first free name, so that files of other runs stay as they are.
  ///
  /// Starts at `number`, so that the files of one failure share a number.
  private static func place(
    _ file: File, at stem: String, from number: inout Int, in folder: URL
  ) throws -> URL {
    let draft = folder.appendingPathComponent(".\(stem)-\(UUID().uuidString)")
    try Data(file.bytes).write(to: draft)
    defer { try? FileManager.default.removeItem(at: draft) }
    while number < 10_000 {
      let name = number == 1 ? stem : "\(stem)-\(number)"
      let url = folder.appendingPathComponent("\(name).\(file.suffix)")
      if !FileManager.default.fileExists(atPath: url.path), try move(draft, to: url) { return url }
      number += 1
    }
    throw CocoaError(.fileWriteFileExists)
  }

  /// Moves a file; returns `false` if the name was taken in the meantime.
  private static func move(_ draft: URL, to url: URL) throws -> Bool {
    do {
      // A hard link fails where the name is taken; a move may replace what is there.
      try FileManager.default.linkItem(at: draft, to: url)
    } catch  where FileManager.default.fileExists(atPath: url.path) {
      return false
    } catch {
      try FileManager.default.moveItem(at: draft, to: url)
    }
    return true
  }

  /// Returns the test's name as a file name of letters, digits and hyphens.
  package static func stem(of test: String) -> String {
    var stem = "leakcheck-"
    for character in test.prefix(80) {
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      if isPlain {
        stem.append(character)
      } else if stem.last != "-" {
        stem.append("-")
      }
    }
    while stem.last == "-" { stem.removeLast() }
    return stem
  }
}
