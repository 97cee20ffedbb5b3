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

extension HeapCapture {
  /// The objects that the capturing thread's stack names, or the frames of the task that it runs, and no other thread or
  /// task: a stack has outdated words of what ran there before.
  ///
  /// - Complexity: O(words outside the heap + bytes of the frames).
  var objectsNamedByCapturingTestAlone: Set<Int32> {
    func isOwn(_ task: Int32) -> Bool { address(of: task) == TestTasks.current }
    var own = objectsNamed(byTasksWhere: isOwn)
    for index in 0..<roots.words.count where roots.words[index].isOfOwnStack {
      own.insert(roots.words[index].node)
    }
    return own.subtracting(threads.nodes(besides: []))
      .subtracting(objectsNamed(byTasksWhere: { !isOwn($0) }))
  }

  /// The objects named by the frames of unfinished tasks that satisfy a condition.
  func objectsNamed(byTasksWhere isIncluded: (Int32) -> Bool) -> Set<Int32> {
    var named: Set<Int32> = []
    for task in tasks.unfinished where isIncluded(task) {
      forEachObject(namedByTask: task) { named.insert($0) }
    }
    return named
  }
}
