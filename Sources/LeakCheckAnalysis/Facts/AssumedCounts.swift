package import LeakCheckGraph

extension ObjectGraph {
  /// Whether the retain counts of the graph are taken from verdicts: `leaks` prints none, and its reader gives what was
  /// found leaked one retain more than is printed.
  package var assumesRetainCounts: Bool { storage.heading.extensions.contains("\"x-leaks\":") }
}
