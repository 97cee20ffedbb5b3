import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckText

/// The tables of a difference, which text and Markdown share.
struct DifferenceTables {
  let difference: GraphDifference

  /// A graph without sizes has no bytes to tell of.
  private var hasBytes: Bool {
    difference.inputs.contains { $0.bytes.staying > 0 || $0.bytes.freed > 0 }
  }

  private var hasLeaked: Bool { difference.inputs.contains { $0.coverage.leaked > 0 } }
  private var hasFreed: Bool { difference.inputs.contains { $0.coverage.freed > 0 } }

  /// The graphs, one below the other, and what changed from the first to the last.
  var graphs: Table {
    var table = Table(
      titles: columns("objects", "bytes", "leaked", "freed", "findings"), textTitle: "graph")
    for input in difference.inputs {
      table.rows.append(.init(cells: cells(of: input), text: input.input))
    }
    if let first = difference.inputs.first, let last = difference.inputs.last {
      table.rows.append(.init(cells: change(from: first, to: last), text: "change", style: .bold))
    }
    return table
  }

  private func columns(
    _ objects: String, _ bytes: String, _ leaked: String, _ freed: String, _ findings: String
  ) -> [String] {
    [objects] + (hasBytes ? [bytes] : []) + (hasLeaked ? [leaked] : [])
      + (hasFreed ? [freed] : []) + [findings]
  }

  private func cells(of input: GraphSeries.Input) -> [String] {
    let coverage = input.coverage
    return columns(
      ByteCountText.grouped(coverage.reachable + coverage.leaked),
      ByteCountText.text(input.bytes.staying), ByteCountText.grouped(coverage.leaked),
      ByteCountText.grouped(coverage.freed), ByteCountText.grouped(input.findings))
  }

  private func change(
    from first: GraphSeries.Input, to last: GraphSeries.Input
  ) -> [String] {
    let (a, b) = (first.coverage, last.coverage)
    return columns(
      ChangeText.count(b.reachable + b.leaked - a.reachable - a.leaked),
      ChangeText.bytes(last.bytes.staying - first.bytes.staying),
      ChangeText.count(b.leaked - a.leaked), ChangeText.count(b.freed - a.freed),
      ChangeText.count(last.findings - first.findings))
  }

  /// The types that grow, with their weakest step and what there is of them now.
  func growing(_ limit: Int) -> Table {
    types(difference.growing.prefix(limit)) { ($0.objectRate, $0.byteRate) }
  }

  /// The other types, with their change and what there is of them now.
  func others(_ limit: Int) -> Table {
    types(difference.others.prefix(limit)) { ($0.objectChange, $0.byteChange) }
  }

  private func types(
    _ types: some Sequence<TypeChange>, _ change: (TypeChange) -> (Int, Int64)
  ) -> Table {
    var table = Table(
      titles: hasBytes ? ["+objects", "+bytes", "objects", "bytes"] : ["+objects", "objects"],
      textTitle: "type")
    for type in types {
      let (objects, bytes) = change(type)
      let now = (objects: type.objects.last ?? 0, bytes: type.bytes.last ?? 0)
      let counts = [ChangeText.count(objects), ByteCountText.grouped(now.objects)]
      let sizes = [ChangeText.bytes(bytes), ByteCountText.text(now.bytes)]
      table.rows.append(
        .init(
          cells: hasBytes ? [counts[0], sizes[0], counts[1], sizes[1]] : counts,
          text: type.type))
    }
    return table
  }
}
