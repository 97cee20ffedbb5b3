import LeakCheckAnalysis
import LeakCheckGraph

/// The pictures of one report: the whole, and one finding at a time.
///
/// - Complexity: O(objects + what the findings hold) once, then O(objects + references) for each picture.
package struct PictureSeries: Sendable {
  private let name: String
  /// A builder that has chosen nothing yet.
  private let fresh: PictureBuilder

  /// The pictures of `report`, each within the budget of `options`.
  package init(of report: Report, options: PictureOptions = PictureOptions()) {
    fresh = PictureBuilder(report, options: options)
    name = report.title
  }

  /// The picture of everything, or of what is asked for in ``PictureOptions/focus``.
  package var whole: Picture {
    var builder = fresh
    builder.choose()
    return builder.picture(named: name)
  }

  /// The picture of one finding: its path, what it keeps, and what is near.
  package func picture(ofFinding finding: Int) -> Picture {
    var builder = fresh
    builder.choose(finding: finding)
    return builder.picture(named: name)
  }
}

extension Picture {
  /// The picture of a report.
  package init(of report: Report, options: PictureOptions = PictureOptions()) {
    self = PictureSeries(of: report, options: options).whole
  }
}
