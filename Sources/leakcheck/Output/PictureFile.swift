import LeakCheckGraph
import LeakCheckImport
import LeakCheckRender
import LeakCheckReport
import LeakCheckText

/// A picture of reports in a file whose suffix names the format.
struct PictureFile {
  let path: String
  private let image: ImageFormat?
  var options = PictureOptions()
  var engine: LayoutEngine = .dot

  /// A picture at `path`: `.svg`, `.png`, `.pdf` or `.dot`.
  init(_ path: String) throws {
    self.path = path
    let suffix = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    image = ImageFormat(pathExtension: suffix)
    guard image != nil || suffix == "dot" else {
      throw Console.failure(
        "cannot draw \(Quotation.escaped(path)): its suffix must be .svg, .png, .pdf or .dot")
    }
  }

  /// Draws `reports` and writes the file.
  func write(_ reports: [Report]) throws {
    let files = OutputFiles()
    try write(reports, to: files)
    try files.commit()
  }

  /// Draws `reports`; the file is there with the others.
  func write(_ reports: [Report], to files: OutputFiles) throws {
    let bytes = try WorkStage.draw.run(of: reports.reduce(0) { $0 + $1.findings.count }) { _ in
      try self.bytes(of: reports)
    }
    try files.write(bytes, to: path)
  }

  private func bytes(of reports: [Report]) throws -> [UInt8] {
    let drawing = DOTFormat(options: options).drawing(of: reports)
    guard let image else { return Array(drawing.text.utf8) }
    do throws(RenderError) {
      let bytes = try drawing.drawn(as: image, engine: engine)
      guard image == .svg else { return bytes }
      return Array(finished(String(decoding: bytes, as: UTF8.self), of: reports).utf8)
    } catch {
      throw Console.failure("\(error)")
    }
  }

  private func finished(_ svg: String, of reports: [Report]) -> String {
    let count = reports.reduce(0) { $0 + $1.findings.count }
    return SVGFinish.finish(
      svg, title: reports.map(\.title).joined(separator: ", "),
      description: "Object graph with \(count) finding\(count == 1 ? "" : "s")",
      darkMode: DOTFormat.darkMode)
  }
}

extension HTMLDrawing {
  /// A drawing by Graphviz, if this build has it; the page has the colours and the title.
  static func drawn(from drawing: PictureDOT) -> HTMLDrawing {
    do throws(RenderError) {
      let svg = String(decoding: try drawing.drawn(as: .svg, engine: .dot), as: UTF8.self)
      return .svg(SVGFinish.finish(svg, title: drawing.title, description: "", darkMode: []))
    } catch {
      return .missing("\(error)")
    }
  }
}

extension PictureDOT {
  /// The image: with everything in its place where that is better than one layout of all.
  fileprivate func drawn(
    as image: ImageFormat, engine: LayoutEngine
  ) throws(RenderError) -> [UInt8] {
    let placed: String?
    do {
      placed = try self.placed { try GraphvizRenderer.layout(of: $0) }
    } catch let error as RenderError {
      throw error
    } catch {
      throw RenderError(.layout, ["\(error)"])
    }
    if let placed { return try GraphvizRenderer.render(dot: placed, as: image, engine: .placed) }
    return try GraphvizRenderer.render(dot: text, as: image, engine: engine)
  }
}
