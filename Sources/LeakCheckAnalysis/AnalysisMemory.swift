import LeakCheckGraph

extension GraphAnalysis {
  /// The bytes of memory that the analysis of a graph takes beside the graph, with the findings of all checks.
  public static func estimatedMemory(objects: Int, references: Int) -> Int {
    objects * 100 + references * 90
  }
}
