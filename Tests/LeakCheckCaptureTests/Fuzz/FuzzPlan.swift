import LeakCheckTestSupport

/// A graph of the fuzz before it is built: indices only.
///
/// The objects are in small clusters with few edges between them. Else nearly all would belong to one
/// component, and share one fate.
struct FuzzPlan {
  /// Who keeps an object from outside.
  enum Holder: CaseIterable, Sendable {
    case localArray
    case localObject
    case globalArray
    case globalDictionary
    case closureOfSingleton
    case rawMemory
  }

  /// The class of each object: an index of `FuzzKinds.all`.
  private(set) var kinds: [Int] = []
  /// The targets of each object's first slots; none twice.
  private(set) var targets: [[Int]] = []
  /// Targets an object is linked to first, before it is linked to its real ones.
  private(set) var staleTargets: [[Int]] = []
  /// Who keeps each object from outside.
  private(set) var holders: [Holder?] = []

  /// A random graph of `count` objects.
  init(objects count: Int, using random: inout SplitMix64) {
    kinds = (0..<count).map { _ in Int.random(in: 0..<FuzzKinds.all.count, using: &random) }
    while targets.count < count {
      let size = Int.random(in: 1...24, using: &random)
      addCluster(targets.count..<min(targets.count + size, count), using: &random)
    }
  }

  /// The number of objects.
  var count: Int { kinds.count }

  /// The class of an object.
  func kind(of index: Int) -> any FuzzNode.Type { FuzzKinds.all[kinds[index]] }

  private mutating func addCluster(_ cluster: Range<Int>, using random: inout SplitMix64) {
    let isHeld = random.chance(0.5)
    for index in cluster {
      targets.append(drawTargets(of: index, among: cluster, using: &random))
      let isStale = random.chance(0.4)
      staleTargets.append(
        isStale ? drawTargets(of: index, among: kinds.indices, using: &random) : [])
      let isHolder = isHeld && random.chance(0.25)
      holders.append(isHolder ? Holder.allCases.randomElement(using: &random) : nil)
    }
  }

  private func drawTargets(
    of index: Int, among cluster: Range<Int>, using random: inout SplitMix64
  ) -> [Int] {
    let slots = kind(of: index).slots
    guard !slots.isEmpty, !random.chance(0.15) else { return [] }
    var drawn: [Int] = []
    for slot in slots.prefix(Int.random(in: 1...slots.count, using: &random)) {
      let candidates = (0..<8).map { _ in
        (random.chance(0.01) ? kinds.indices : cluster).randomElement(using: &random) ?? index
      }
      let fitting = candidates.first { !drawn.contains($0) && fits($0, slot, of: index) }
      guard let fitting else { break }
      drawn.append(fitting)
    }
    return drawn
  }

  /// Whether the slot can hold the object.
  ///
  /// No object is the target of both raw and unmanaged slots: of two words without types, one of them a
  /// retain, nobody can say which.
  private func fits(_ target: Int, _ slot: SlotStrength, of source: Int) -> Bool {
    switch slot {
    case .raw where target.isMultiple(of: 2): return false
    case .unmanaged where !target.isMultiple(of: 2): return false
    default: return kind(of: source).takesAnything || kind(of: target) is Base.Type
    }
  }
}
