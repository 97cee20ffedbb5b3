import LeakCheckCapture
import LeakCheckGraph
import LeakCheckLocks

/// A test that plants one leak of each kind and verifies that this process finds it.
enum SelfTest {
  private static let isDone = Mutex(false)

  /// The planted kinds: the type to find, and its meaning.
  private static let kinds = [
    (type: "PlantedInCycle", words: "a retain cycle that nothing reaches"),
    (type: "PlantedInGlobal", words: "what a global variable holds"),
    (type: "PlantedInTask", words: "what the frame of a task holds"),
    (type: "PlantedInClosure", words: "what a closure has captured"),
  ]

  /// Returns the failure of the first self-test in this process, and `nil` later.
  nonisolated(nonsending) static func firstFailure() async -> LeakFailure? {
    // Captures that a test makes up prove nothing.
    guard MadeUpCapture.current == nil else { return nil }
    let isFirst = isDone.withLock { isDone in
      defer { isDone = true }
      return !isDone
    }
    return isFirst ? await failure() : nil
  }

  /// Returns the failure for kinds that were not found, or `nil`.
  nonisolated(nonsending) static func failure() async -> LeakFailure? {
    do {
      let unseen = try await unseenKinds()
      guard !unseen.isEmpty else { return nil }
      return .vacuous(
        "this process hides \(unseen.joined(separator: ", and "))",
        hint: "build without stripping reflection metadata and with the system's allocator; what is"
          + " hidden counts as in use, so such leaks are missed")
    } catch {
      return failure(where: LeftoverRefusal(error: error))
    }
  }

  /// The number of cycles planted for `leaks`, which may take a stale word on a stack for a reference to one.
  private static let cyclesForLeaks = 4

  /// Returns the failure if `leaks` does not find a cycle, or cannot replace the capture.
  private static func failure(where refusal: LeftoverRefusal) -> LeakFailure? {
    var refusal = refusal
    var claim = LeakClaim(kind: .nothingLeft)
    guard let mark = refusal.markOfLeaks() else {
      claim.notes = refusal.notes
      return .refused(refusal.error, claim)
    }
    let cycles = (0..<cyclesForLeaks).map { _ in plantCycle() }
    defer { for cycle in cycles { cycle.cut() } }
    do throws(LeaksRefusal) {
      let found = try mark.leftovers()
      let kind = kinds[0]
      let isSeen = found?.graph.objects.contains {
        $0.expectation?.fate == .gone && $0.type.split(separator: ".").last == kind.type[...]
      }
      guard isSeen != true else { return nil }
      return .vacuous(
        "leaks does not see \(kind.words)",
        hint:
          "build with the system's allocator and without a sanitizer; what is hidden counts as in use, so"
          + " such leaks are missed")
    } catch {
      claim.notes = [LeftoverRefusal.words(of: error)]
      return .refused(refusal.error, claim)
    }
  }

  /// Returns the planted kinds that were not found, in words.
  private nonisolated(nonsending) static func unseenKinds() async throws(CaptureError) -> [String] {
    let store = PlantedStore.shared
    let mark = try HeapMark()
    let cycle = plantCycle()
    store.object = PlantedInGlobal()
    plantClosure(in: store)
    await plantTask(in: store)
    let found: Result<CapturedLeaks, CaptureError>
    do throws(CaptureError) {
      found = .success(
        try captureLeftovers(
          since: mark, keeping: (), within: LeftoverScope(modules: ["LeakCheckTesting"])))
    } catch {
      found = .failure(error)
    }
    cycle.cut()
    store.object = nil
    store.action = nil
    store.continuation?.resume()
    store.continuation = nil
    let gone = try found.get().graph.objects.filter { $0.expectation?.fate == .gone }
    let types = Set(gone.map(\.type))
    return kinds.filter { !types.contains($0.type) }.map(\.words)
  }

  /// A planted cycle, by its address.
  private struct Cycle {
    let masked: UInt

    func cut() {
      guard let pointer = unsafe UnsafeRawPointer(bitPattern: ~masked) else { return }
      unsafe Unmanaged<PlantedInCycle>.fromOpaque(pointer).takeUnretainedValue().next = nil
    }
  }

  @inline(never)
  private static func plantCycle() -> Cycle {
    let object = PlantedInCycle()
    object.next = object
    return Cycle(masked: ~UInt(bitPattern: ObjectIdentifier(object)))
  }

  @inline(never)
  private static func plantClosure(in store: PlantedStore) {
    let object = PlantedInClosure()
    var calls = 0
    store.action = {
      calls += 1
      object.number = calls
    }
  }

  /// Returns an object made in a separate function, since the optimizer would otherwise allocate it on the stack.
  @inline(never)
  private static func makePlantedInTask() -> PlantedInTask { PlantedInTask() }

  /// Starts a task that holds an object while it waits, and returns once the task waits.
  private nonisolated(nonsending) static func plantTask(in store: PlantedStore) async {
    Task.detached {
      let object = makePlantedInTask()
      await withCheckedContinuation { store.continuation = $0 }
      withExtendedLifetime(object) {}
    }
    for _ in 0..<1_000 where store.continuation == nil {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }
}
