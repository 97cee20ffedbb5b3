package import LeakCheckAnalysis

/// A format that writes items as test cases, which every build server counts and records.
///
/// ```
/// <testsuites name="leakcheck" tests="2" failures="1" errors="0" skipped="0" time="0">
///   <testsuite name="graph.json" tests="2" failures="1" errors="0" skipped="0" time="0">
///     <testcase name="is read and judged" classname="leakcheck.graph.json" time="0">…</testcase>
///     <testcase name="retain cycle: Profile (6858b23c)" classname="leakcheck.graph.json" time="0">
///       <failure message="Profile keeps …" type="cycle">…</failure>
/// ```
///
/// Each input has its own case, so that a run without findings also appears. Accepted and previous findings are
/// skipped. Findings that are gone pass, as do those below the severity on which the run fails, with their text.
public struct JUnitFormat: ItemFormat {
  private let paths: SourcePaths
  /// The least severity that is a failure.
  private let threshold: Finding.Severity

  /// The format; items at or above `threshold` are failures.
  package init(paths: SourcePaths = SourcePaths(), failingFrom threshold: Finding.Severity = .error)
  {
    self.paths = paths
    self.threshold = threshold
  }

  package func write(_ lists: [ItemList], to output: inout some TextOutputStream) {
    var xml = XMLText()
    let counts = Counts(lists.flatMap(\.items), suites: lists.count, threshold)
    xml.element("testsuites", counts.attributes(named: "leakcheck")) { xml in
      for list in lists { write(list, to: &xml) }
    }
    output.write(xml.text)
  }

  private func write(_ list: ItemList, to xml: inout XMLText) {
    let counts = Counts(list.items, suites: 1, threshold)
    let name = paths.relative(SourcePlace(input: list.input).file)
    let place = "leakcheck." + name
    xml.element("testsuite", counts.attributes(named: name)) { xml in
      if !list.labels.isEmpty {
        xml.element("properties", [:]) { xml in
          for label in list.labels {
            xml.element("property", ["name": label.key, "value": label.value])
          }
        }
      }
      xml.element("testcase", Self.attributes("is read and judged", in: place)) { xml in
        xml.element("system-out", lines: [list.title, list.summary])
      }
      for item in list.items { write(item, in: place, to: &xml) }
    }
  }

  private func write(_ item: ReportItem, in place: String, to xml: inout XMLText) {
    let name = "\(item.title) (\(Self.shortFingerprint(of: item)))"
    xml.element("testcase", Self.attributes(name, in: place)) { xml in
      switch item.state {
      case .accepted(let reason):
        xml.element("skipped", ["message": reason.isEmpty ? "accepted" : "accepted: \(reason)"])
      case .unchanged: xml.element("skipped", ["message": "was there before"])
      case .gone: xml.element("system-out", lines: ["gone: \(item.message)"])
      case .current, .new:
        let line = item.place.line.map { ":\($0)" } ?? ""
        let lines = [paths.relative(item.place.file) + line] + item.lines
        if item.severity >= threshold {
          xml.element("failure", ["message": item.message, "type": item.rule.id], lines: lines)
        } else {
          xml.element(
            "system-out", lines: ["\(item.severity.rawValue): \(item.what)"] + lines)
        }
      }
    }
  }

  /// What tells items of one name apart.
  private static func shortFingerprint(of item: ReportItem) -> String {
    item.finding == nil ? item.fingerprint : String(item.fingerprint.suffix(8))
  }

  private static func attributes(_ name: String, in place: String) -> XMLText.Attributes {
    ["name": name, "classname": place, "time": "0"]
  }

  /// The counts of the elements.
  private struct Counts {
    var tests: Int
    var failures: Int
    var skipped: Int

    init(_ items: [ReportItem], suites: Int, _ threshold: Finding.Severity) {
      tests = items.count + suites
      failures = items.count { $0.isOpen && $0.severity >= threshold }
      skipped = items.count { !$0.isOpen && $0.state != .gone }
    }

    func attributes(named name: String) -> XMLText.Attributes {
      [
        "name": name, "tests": "\(tests)", "failures": "\(failures)", "errors": "0",
        "skipped": "\(skipped)", "time": "0",
      ]
    }
  }
}
