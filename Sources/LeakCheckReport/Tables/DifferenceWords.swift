package import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// The wording for differences that several formats share.
package struct DifferenceWords {
  private let difference: GraphDifference

  package init(_ difference: GraphDifference) { self.difference = difference }

  /// What changed, in one line: "2 new findings, 1 gone, 3 still there, 1 of them in more places; 4 types grow by every repeat".
  package var verdict: String { "\(findings); \(types)" }

  private var findings: String {
    let counts = FindingChange.State.allCases.map { difference.findings($0).count }
    if counts.allSatisfy({ $0 == 0 }) { return "no findings" }
    var parts =
      counts[0] > 0 ? [ByteCountText.count(counts[0], "new finding")] : ["no new finding"]
    if counts[1] > 0 { parts.append("\(ByteCountText.grouped(counts[1])) gone") }
    if counts[2] > 0 { parts.append("\(ByteCountText.grouped(counts[2])) still there") }
    let spread = difference.findings(.stillThere).count { $0.change > 0 }
    if spread > 0 { parts.append("\(ByteCountText.grouped(spread)) of them in more places") }
    return parts.joined(separator: ", ")
  }

  private var types: String {
    guard difference.hasRepeats else { return grown }
    switch difference.growing.count {
    case 0: return "no type grows by every repeat"
    case 1: return "1 type grows by every repeat"
    case let count: return "\(ByteCountText.grouped(count)) types grow by every repeat"
    }
  }

  private var grown: String {
    let grew = difference.others.count { $0.grew }
    let shrank = difference.others.count - grew
    if grew + shrank == 0 { return "no type changed" }
    var parts: [String] = []
    if grew > 0 { parts.append("\(ByteCountText.count(grew, "type")) grew") }
    if shrank > 0 {
      parts.append(
        grew > 0
          ? "\(ByteCountText.grouped(shrank)) shrank"
          : "\(ByteCountText.count(shrank, "type")) shrank")
    }
    return parts.joined(separator: ", ")
  }

  /// How many places have a finding, such as " × 4" or " × 3 → 5 → 9"; empty for one place in all.
  static func instances(_ change: FindingChange) -> String {
    let isOneSided = change.instances.count == 2 && change.state != .stillThere
    let counts = isOneSided ? change.instances.filter { $0 > 0 } : change.instances
    if counts.allSatisfy({ $0 == counts[0] }) {
      return counts[0] > 1 ? " × \(ByteCountText.grouped(counts[0]))" : ""
    }
    let shown = counts.map(ByteCountText.grouped)
    let fitting = shown.count > 5 ? [shown[0], "…"] + shown.suffix(3) : shown
    return " × " + fitting.joined(separator: " → ")
  }

  /// What to run next.
  package var hints: [String] {
    guard let last = difference.inputs.last?.input, last != "-" else { return [] }
    var hints: [String] = []
    if difference.findings.contains(where: { $0.state == .new }) {
      hints.append("leakcheck check \(Self.shellWord(last))")
    }
    if let type = suspect {
      hints.append("leakcheck path \(Self.shellWord(last)) --to \(Self.shellWord(type))")
    }
    return hints
  }

  /// Why two graphs show no leak by themselves; `nil` for more graphs.
  package var caution: String? {
    guard !difference.hasRepeats, difference.others.contains(where: \.grew) else { return nil }
    return "one step cannot tell a leak from a cache: repeat the action and give a graph of each"
  }

  /// The type that grew most, as a pattern: positions and addresses differ from graph to graph.
  ///
  /// Of a type on the path of a finding, the finding tells more; the first that no finding explains is sought. No path leads
  /// to what nothing held reaches.
  private var suspect: String? {
    // What merely grew at once, such as a cache, is sought only where nothing grows by every repeat.
    let grown =
      difference.growing.isEmpty
      ? difference.others.filter { $0.objectChange > 0 } : difference.growing
    let (explained, leaked) = (types { _ in true }, types { !$0.isReachable })
    let type =
      grown.first { !explained.contains($0.type) } ?? grown.first { !leaked.contains($0.type) }
    return type?.type.replacing("[x]", with: "[*]").replacing("0x", with: "0x*")
  }

  /// The types on the paths of findings that satisfy `condition`.
  private func types(where condition: (Finding) -> Bool) -> Set<String> {
    Set(
      difference.findings.lazy.map(\.finding).filter(condition).flatMap { finding in
        finding.path.objects.map { Fingerprint.normalized($0.type) }
      })
  }

  /// A text as one word of a shell, safe to print and to paste.
  static func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "/"),
        UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    if isPlain, !text.isEmpty { return text }
    let quoted = Escaping.plain(text, limit: 400).replacing("'", with: "'\\''")
    return "'\(quoted)'"
  }
}
