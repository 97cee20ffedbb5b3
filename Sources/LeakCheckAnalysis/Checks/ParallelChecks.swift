internal import Dispatch
import LeakCheckGraph
internal import LeakCheckLocks

/// A runner of checks, and of the findings that they lead to, on two threads, each with its own context.
///
/// The only place of the analysis that knows of threads. A check cannot tell that another runs beside it, and the
/// results do not depend on who ran which. On two cores this takes a fifth off reading and checking a graph of a million
/// objects that are one component, because all that is no cycle is explained meanwhile, and as much off one with a
/// hundred abandoned objects, because each explains half of them.
enum ParallelChecks {
  /// In a graph with fewer references, a second thread costs more than it does.
  private static let fewestReferences = 1 << 15

  /// What `finding` makes of each bug that `bugs` finds by each check, in no order, and the contexts that were used.
  ///
  /// A thread takes the next check, and once each is taken, a bug that was found meanwhile. Neither `bugs` nor `finding`
  /// may begin a stage of work: a record knows one stage at a time.
  static func findings<Bug>(
    of checks: [any Check], in analysis: GraphAnalysis,
    bugs: (any Check, CheckContext) -> [Bug], finding: (Bug, CheckContext) -> Finding
  ) -> (findings: [Finding], contexts: [CheckContext]) {
    let queue = Mutex(Queue<Bug>(checks: checks))
    let common = CommonFacts(analysis)
    func work() {
      let context = CheckContext(analysis, common: common)
      queue.withLock { $0.contexts.append(context) }
      while let task = queue.withLock({ $0.next() }) {
        switch task {
        case .check(let check):
          let found = bugs(check, context)
          queue.withLock { $0.bugs += found }
        case .bug(let bug):
          let made = finding(bug, context)
          queue.withLock { $0.findings.append(made) }
        }
      }
    }
    if analysis.retaining.edgeCount < fewestReferences {
      work()
    } else {
      withoutActuallyEscaping(work) { work in
        // `bugs` and `finding` change nothing but the context, and each thread has its own.
        nonisolated(unsafe) let work = work
        let surroundings = Surroundings()
        DispatchQueue.concurrentPerform(iterations: 2) { _ in unsafe surroundings.restore(work) }
      }
    }
    return queue.withLock { ($0.findings, $0.contexts) }
  }

  /// What is to do and what is done.
  ///
  /// What a thread takes is no other's any more, so that it may cross over.
  private struct Queue<Bug>: @unchecked Sendable {
    enum Task {
      case check(any Check)
      case bug(Bug)
    }

    /// The checks that no thread has taken, the last first.
    private var checks: [any Check]
    var bugs: [Bug] = []
    var findings: [Finding] = []
    var contexts: [CheckContext] = []

    init(checks: [any Check]) { self.checks = checks.reversed() }

    /// Takes the next check, or a bug where every check is taken.
    mutating func next() -> Task? {
      checks.popLast().map(Task.check) ?? bugs.popLast().map(Task.bug)
    }
  }
}

/// The task-local values of the requesting task, carried over to threads without a task.
private struct Surroundings {
  private let record = WorkRecord.current
  private let catalogue = FrameworkCatalogue.current

  func restore(_ body: () -> Void) {
    WorkRecord.$current.withValue(record) {
      FrameworkCatalogue.$current.withValue(catalogue, operation: body)
    }
  }
}
