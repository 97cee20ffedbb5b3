import LeakCheckCapture
import LeakCheckTestSupport
import Testing

extension LiveProcess {
  @Test func `captures judge right while four threads change their objects`() throws {
    let leaks = KnownLeaks(cycles: 50)
    let workers = [13, 13, 12, 12].map { MutatingWorker(stable: $0) }
    for worker in workers { worker.start() }
    let stable = workers.flatMap(\.stableObjects)
    var wrong: [String] = []
    var calledLeaked: Set<MaskedAddress> = []
    for round in 1...Rounds.of(150, usually: 60) {
      let capture = try HeapCapture()
      let missed = leaks.objects.filter { capture.fate(ofObjectAt: $0.plain) != .leaked }
      let leaked = Set(stable.filter { capture.fate(ofObjectAt: $0.plain) != .held })
      let confirmed = leaked.intersection(calledLeaked)
      calledLeaked = leaked
      if !missed.isEmpty { wrong.append("capture \(round) missed \(missed.count) leaked objects") }
      if !confirmed.isEmpty {
        wrong.append("captures \(round - 1) and \(round) did not hold \(confirmed.count) live ones")
      }
    }
    let steps = workers.map { $0.stop() }
    leaks.end()
    #expect(wrong.isEmpty, "\(wrong.prefix(20).joined(separator: "\n"))")
    #expect(steps.allSatisfy { $0 > 60 }, "a thread stood still: \(steps)")
  }

  @Test func `many captures leave nothing behind`() throws {
    let leaks = KnownLeaks(cycles: 50)
    let live = (0..<50).map { MutatedNode(number: $0) }
    let probes = leaks.objects + live.map { MaskedAddress(of: $0) }
    for _ in 0..<50 { _ = try HeapCapture() }
    let before = ProcessState.now(probes)
    for _ in 0..<Rounds.of(1_000, usually: 200) { _ = try HeapCapture() }
    let after = ProcessState.now(probes)
    withExtendedLifetime(live) {}
    leaks.end()
    #expect(after.children == before.children)
    #expect(after.retainCounts == before.retainCounts)
    // Other tests of this process may open files and allocate at the same time: a thousand of one kind
    // of leftover would be far more than these allowances.
    #expect(after.openFiles <= before.openFiles + 50)
    #expect(after.residentKilobytes <= before.residentKilobytes + 64 * 1_024)
  }
}
