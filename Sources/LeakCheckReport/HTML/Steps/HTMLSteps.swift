import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// The section of a page that steps through a run: its text, its log and the graph with its counts.
///
/// Without scripts it is a list of the moments in words, beside the picture of everything that was ever there.
struct HTMLSteps {
  private let trace: StepTrace
  private let log: [RunRecord.Callback]
  private let title: String
  private let preface: String?
  private let id: String
  private let draw: HTMLDrawing.Maker
  private let picture: StepPicture
  /// The objects that should be gone at the end.
  private let kept: Set<String>

  /// More names of them are no reading.
  private static let mostKept = 6

  /// The section with this id; `nil` where the moments of the run were not recorded.
  init?(_ report: Report, id: String, draw: @escaping HTMLDrawing.Maker) {
    guard let run = report.run, let trace = run.steps, !trace.moments.isEmpty else {
      return nil
    }
    self.trace = trace
    log = run.log
    title = report.title
    preface = report.preface.first
    self.id = id
    self.draw = draw
    picture = StepPicture(trace)
    kept = Set(
      report.findings.filter(PictureText.isLeak).flatMap { $0.holds.objects.map { "\($0.id)" } })
  }

  /// How many moments there are, in words.
  var summary: String { ByteCountText.count(trace.moments.count, "step") }

  func write(to html: inout HTMLText) {
    html.element("section", ["class": "steps", "id": id]) { html in
      html.element("article") { html in
        html.element("p", ["class": "kicker"], text: "Step by step")
        html.element("h2", code: title)
        if let preface { html.element("p", text: preface) }
        writeMoments(to: &html)
        if !trace.thinning.isEmpty {
          html.element("p", ["class": "remark"], text: trace.thinning)
        }
        for number in trace.sources.indices {
          HTMLSource(number, of: trace, section: id).write(to: &html)
        }
        writeLog(to: &html)
      }
      writeFigure(to: &html)
    }
  }

  private func writeMoments(to html: inout HTMLText) {
    html.element("ol", ["class": "moments", "aria-live": "polite"]) { html in
      let moments = StepWords(picture).all()
      for (number, moment) in moments.enumerated() {
        html.element("li") { html in
          if !moment.place.isEmpty {
            html.element("span", code: moment.place + ":")
            html.markup(" ")
          }
          html.element("b", code: moment.action)
          for change in moment.changes { html.element("i", text: change) }
          if number == moments.count - 1, !kept.isEmpty {
            html.element("i", ["class": "error"], text: keptWords)
          }
        }
      }
    }
  }

  private func writeLog(to html: inout HTMLText) {
    guard !log.isEmpty else { return }
    html.element("h3", text: "Log")
    HTMLLog(log).write(["class": "log", "tabindex": "0"], to: &html)
  }

  /// What is still there at the end and should not be.
  private var keptWords: String {
    let names = picture.objects.filter { kept.contains(trace.objects[$0].id) }
      .map(picture.fullName)
    let further = kept.count - min(names.count, Self.mostKept)
    let list = names.prefix(Self.mostKept).joined(separator: ", ")
    guard !list.isEmpty else {
      return "\(ByteCountText.count(kept.count, "object")) should be gone"
    }
    return "should be gone: \(list)" + (further > 0 ? " and \(further) more" : "")
  }

  private var caption: String {
    let count = ByteCountText.count(picture.hiddenObjects, "object")
    let rest = "\(count) of frameworks \(picture.hiddenObjects == 1 ? "is" : "are") not drawn"
    return "(+1): held by code that runs at this step"
      + (picture.hiddenObjects > 0 ? " · \(rest)" : "")
  }

  private func writeFigure(to html: inout HTMLText) {
    let prefix = id + "d"
    let dot = PictureDOT([picture.picture], title: "\(title), step by step", idsBeginWith: prefix)
    let drawing = draw(dot)
    var (isMissing, reason, svg) = (false, "", "")
    switch drawing {
    case .missing(let why): (isMissing, reason) = (true, why)
    case .svg(let text): svg = text
    }
    html.element(
      "figure", ["class": isMissing ? "missing film" : "film", "data-steps": prefix]
    ) { html in
      if isMissing { html.element("p", text: "No picture: \(reason)") }
      html.markup(svg)
      let value = picture.value(section: id, kept: kept)
      html.element("script", ["type": "application/json"]) { $0.markup(HTMLText.data(value)) }
      html.element("figcaption") { html in
        html.element(
          "span", ["class": "still"],
          text:
            "Everything that is there at some step. With scripts the page shows each step alone.")
        html.write(caption)
      }
    }
  }
}
