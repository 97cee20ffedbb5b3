import LeakCheckCapture
import LeakCheckTestSupport

/// Rounds of random graphs, until a number of objects is reached.
struct FuzzRun {
  let seed: UInt64
  let objects: Int
  var objectsInRound = 20_000
  /// Whether a capture judges the objects, or only the generator's truth is checked.
  var isJudged: Bool

  /// The first wrong things met, each a line.
  private(set) var wrong: [String] = []
  /// How many objects had each fate.
  private(set) var tally: [FuzzFate: Int] = [:]

  init(seed: UInt64, objects: Int, isJudged: Bool) {
    self.seed = seed
    self.objects = objects
    self.isJudged = isJudged
  }

  /// Runs all rounds, or stops at 20 wrong things.
  mutating func run() throws {
    var random = SplitMix64(seed: seed)
    var left = objects
    while left > 0 && wrong.count < 20 {
      let plan = FuzzPlan(objects: min(left, objectsInRound), using: &random)
      try runRound(plan)
      left -= plan.count
    }
  }

  private mutating func runRound(_ plan: FuzzPlan) throws {
    Ledger.begin(objects: plan.count)
    GlobalHolders.begin(count: plan.count)
    let fates = plan.fates(holding: true)
    for fate in fates { tally[fate, default: 0] += 1 }
    let heap = try holdAndJudge(plan, fates)
    GlobalHolders.end()
    checkDeinits(plan, plan.fates(holding: false), "after the holders let go")
    heap.unlinkAll()
    let allFreed = [FuzzFate](repeating: .freed, count: plan.count)
    checkDeinits(plan, allFreed, "after all slots were emptied")
  }

  /// The part of a round in which the locals hold their objects.
  @inline(never)
  private mutating func holdAndJudge(_ plan: FuzzPlan, _ fates: [FuzzFate]) throws -> FuzzHeap {
    var holders = LocalHolders()
    let heap = FuzzHeap(plan, holders: &holders)
    checkDeinits(plan, fates, "while the holders hold")
    checkRetainCounts(heap, fates)
    if isJudged { try judge(heap, fates) }
    withExtendedLifetime(holders) {}
    return heap
  }

  private mutating func checkDeinits(_ plan: FuzzPlan, _ fates: [FuzzFate], _ when: String) {
    for (index, count) in Ledger.all().enumerated() {
      let expected = fates[index] == .freed ? 1 : 0
      guard count != expected else { continue }
      note("\(when) deinit ran \(count) times, not \(expected)", index, plan)
    }
  }

  private mutating func checkRetainCounts(_ heap: FuzzHeap, _ fates: [FuzzFate]) {
    let expected = heap.plan.retainCounts(fates)
    for (index, fate) in fates.enumerated() where fate != .freed && !Ledger.isFreed(index) {
      let count = LiveObject.retainCount(at: heap.addresses[index])
      guard count != expected[index] else { continue }
      note("has \(count) retains, not \(expected[index])", index, heap.plan)
    }
  }

  /// A verdict is wrong if a second capture repeats it.
  private mutating func judge(_ heap: FuzzHeap, _ fates: [FuzzFate]) throws {
    let first = try HeapCapture()
    let suspects = fates.indices.filter { index in
      guard let expected = fates[index].expected else { return false }
      return first.fate(ofObjectAt: heap.addresses[index].plain) != expected
    }
    guard !suspects.isEmpty else { return }
    let second = try HeapCapture()
    for index in suspects {
      let fate = second.fate(ofObjectAt: heap.addresses[index].plain)
      guard let expected = fates[index].expected, fate != expected else { continue }
      note("judged \(fate), but is \(expected)", index, heap.plan)
    }
  }

  private mutating func note(_ what: String, _ index: Int, _ plan: FuzzPlan) {
    guard wrong.count < 20 else { return }
    wrong.append("object \(index), \(plan.kind(of: index)): \(what)\(neighbours(of: index, plan))")
  }

  /// The classes around an object: for each slot that has it, and for each slot of its own.
  private func neighbours(of index: Int, _ plan: FuzzPlan) -> String {
    let referrers = plan.kinds.indices.flatMap { source in
      zip(plan.kind(of: source).slots, plan.targets[source])
        .filter { $0.1 == index }.map { "\(plan.kind(of: source)) (\($0.0)) \(source)" }
    }
    let targets = zip(plan.kind(of: index).slots, plan.targets[index])
      .map { "\(plan.kind(of: $0.1)) (\($0.0)) \($0.1)" }
    let holder = plan.holders[index].map { "; held by \($0)" } ?? ""
    return "; in \(referrers); has \(targets)\(holder)"
  }
}

extension FuzzFate {
  /// What a capture must say; nothing of an object whose memory is somebody else's by now.
  fileprivate var expected: HeapCapture.Fate? {
    switch self {
    case .freed: nil
    case .leaked: .leaked
    case .held: .held
    }
  }
}
