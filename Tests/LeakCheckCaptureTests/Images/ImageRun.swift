#if os(Linux) && canImport(Glibc)
import LeakCheckGraph
import LeakCheckTestSupport

@testable import LeakCheckCapture

/// Captures damaged images, one after the other.
///
/// What costs most of an image is the same for all, and done once: sound heaps to damage, and the symbols of the program.
struct ImageRun {
  /// What came of images of one kind.
  struct Tally {
    var images = 0
    /// How many gave a graph; the others were refused.
    var graphs = 0
  }

  private(set) var tallies: [ImageDamage: Tally] = [:]
  /// How many graphs had references to memory without an object.
  private(set) var dropped = 0
  private let heaps: [MadeHeap]
  private let later: [MadeHeap]
  private let symbols: Symbolizer

  init(of templates: ObjectTemplates) {
    heaps = (1...3).map { MadeHeap(of: templates, groups: $0) }
    later = (1...3).map { MadeHeap(of: templates, groups: $0, isLater: true) }
    var symbols = Symbolizer()
    let words = templates.chunks.values.joined().filter { $0 > 4096 }
    symbols.load(words)
    symbols.loadLines(of: words)
    self.symbols = symbols
  }

  /// Captures the image of this number.
  mutating func judge(_ seed: Int) {
    var numbers = SplitMix64(seed: UInt64(seed))
    let kind = ImageDamage.allCases[seed % ImageDamage.allCases.count]
    let size = Int.random(in: 0..<heaps.count, using: &numbers)
    var heap = heaps[size]
    heap.damage(
      kind, severity: Int.random(in: 0..<12, using: &numbers), other: later[size], using: &numbers)
    tallies[kind, default: Tally()].images += 1
    // An error is as good as a graph.
    guard let graph = try? captureObjectGraph(of: heap.memory, symbols: symbols) else { return }
    tallies[kind, default: Tally()].graphs += 1
    if graph.extensions.contains("x-droppedReferences") { dropped += 1 }
  }
}
#endif
