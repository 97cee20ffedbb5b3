import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport

/// What a command does with a graph, which decides how much memory it takes.
struct GraphUse {
  /// What comes of a graph.
  enum Result {
    /// All findings.
    case findings
    /// Paths or retained sizes.
    case facts
    /// JSON.
    case text
    /// The binary form.
    case binary
  }

  /// What comes of the graph.
  var result: Result
  /// Whether options change the graph first, which takes columns of its own.
  var changesGraph = false

  /// The memory that this takes beside the graph, in bytes.
  func memory(_ objects: Int, _ references: Int, _ collector: ObjectGraph.Collector) -> Int {
    let work =
      switch result {
      case .findings:
        GraphAnalysis.estimatedMemory(
          objects: objects, references: references, collector: collector, for: .findings)
      case .facts:
        GraphAnalysis.estimatedMemory(
          objects: objects, references: references, collector: collector, for: .facts)
      // Written line by line.
      case .text: 0
      case .binary: BinaryGraphWriter.estimatedMemory(objects: objects, references: references)
      }
    let change =
      changesGraph
      ? GraphAmendment.estimatedMemory(objects: objects, references: references) : 0
    return work + change
  }
}
