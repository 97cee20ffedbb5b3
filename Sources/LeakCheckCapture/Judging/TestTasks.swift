/// The tasks that run tests, and their children.
struct TestTasks {
  private let members: Set<Int32>
  /// The number of tests running in tasks, besides the capturing one.
  let otherCount: Int

  /// The tests of `heap`.
  ///
  /// `own` is the task of the capturing test, or 0 if it is in none.
  ///
  /// - Complexity: O(tasks).
  init(of heap: HeapCapture, own: UInt) {
    let tests = heap.testTasks
    var members = tests
    var open = Array(tests)
    // The runner's own tasks wait for tests in them, and are not tests.
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

  /// The address of the current task, or 0.
  static var current: UInt {
    unsafe withUnsafeCurrentTask { task in
      unsafe task.map { unsafe unsafeBitCast($0, to: UInt.self) } ?? 0
    }
  }
}
