import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// The collapsed rest of a large component: for each object on the path, the other held objects that lead back to it.
struct HTMLBranches {
  private let finding: Finding
  private let report: Report

  /// Objects of a path, and references of one, that are looked at.
  private static let mostObjects = 12
  private static let mostReferences = 24

  init(_ finding: Finding, in report: Report) {
    self.finding = finding
    self.report = report
  }

  func write(to html: inout HTMLText) {
    guard finding.path.isCycle, finding.componentObjects > finding.path.objectCount() else {
      return
    }
    let branches = branches
    guard !branches.isEmpty else { return }
    html.element("h3", text: "Branches that lead back")
    for (object, references, count) in branches {
      html.element("details", ["class": "branch"]) { html in
        html.element("summary") { html in
          html.element("b", code: ReportWords.name(object))
          html.write(" keeps \(ByteCountText.grouped(count)) more")
        }
        html.element("ul", ["class": "references"]) { html in
          for reference in references { write(reference, to: &html) }
        }
        let further = count - references.count
        if further > 0 {
          html.element("p", ["class": "remark"], text: "and \(ByteCountText.grouped(further)) more")
        }
      }
    }
  }

  private func write(_ reference: ObjectGraph.Reference, to html: inout HTMLText) {
    html.element("li") { html in
      html.write(reference.name.isEmpty ? "(unnamed)" : reference.name)
      html.write(" → ")
      html.element("b", code: ReportWords.name(reference.target))
      html.write(" (\(reference.target.id))")
    }
  }

  /// The objects of the path that keep members of the component beside it, each with the first references and their count.
  private var branches:
    [(object: ObjectGraph.Object, references: [ObjectGraph.Reference], count: Int)]
  {
    let components = report.analysis.components
    guard let first = finding.path.objects.first else { return [] }
    let component = components.component
    let own = component[Int(first.index)]
    let onPath = Set(finding.path.objects.map(\.index))
    return finding.path.objects.prefix(Self.mostObjects).compactMap { object in
      let references = object.references.filter {
        $0.strength == .strong && component[Int($0.target.index)] == own
          && !onPath.contains($0.target.index)
      }
      return references.isEmpty
        ? nil : (object, Array(references.prefix(Self.mostReferences)), references.count)
    }
  }
}
