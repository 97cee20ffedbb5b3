/// The tasks that run tests, and those that are their children.
struct TestTasks {
  private let members: Set<Int32>
  /// How many tests run in tasks, besides the one that captures.
  let otherCount: Int

  /// The tests of `heap`, the one that captures being in the task at `own`; 0 where that is in none.
  ///
  /// - Complexity: O(tasks).
  init(of heap: HeapCapture, own: UInt) {
    let tests = heap.testTasks
    var members = tests
    var open = Array(tests)
    // The runner's own tasks wait for the tests in them, and are no tests.
    var runners: Set<Int32> = []
    while let task = open.popLast() {
      for (other, relation) in heap.tasks.related[task] ?? [:] where relation == .child {
        if tests.contains(other), heap.tasks.isUnfinished(other) { runners.insert(task) }
        if members.insert(other).inserted { open.append(other) }
      }
    }
    otherCount = tests.subtracting(runners).count { heap.address(of: $0) != own }
    self.members = members
  }

  /// Whether a task runs a test, or a part of one.
  func contains(_ task: Int32) -> Bool { members.contains(task) }

  /// The address of the task that runs now, or 0.
  static var current: UInt {
    unsafe withUnsafeCurrentTask { task in
      unsafe task.map { unsafe unsafeBitCast($0, to: UInt.self) } ?? 0
    }
  }
}
