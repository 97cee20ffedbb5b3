internal import Dispatch
import LeakCheckGraph
internal import LeakCheckLocks

/// A runner of checks on two threads, each with its own context.
///
/// The only place of the analysis that knows of threads. A check cannot tell that another runs beside it, and the
/// results do not depend on who ran which. On two cores this takes a fifth off reading and checking a graph of a million
/// objects that are one component, because all that is no cycle is explained meanwhile.
enum ParallelChecks {
  /// In a graph with fewer references, a second thread costs more than it does.
  private static let fewestReferences = 1 << 15

  /// What `body` makes of each check, in the order of the checks, and the contexts that it was given.
  ///
  /// A thread that is done with one check takes the next. `body` may not begin a stage of work: a record knows one stage
  /// at a time.
  static func map<Result>(
    _ checks: [any Check], in analysis: GraphAnalysis,
    _ body: (any Check, CheckContext) -> Result
  ) -> (results: [Result], contexts: [CheckContext]) {
    guard analysis.retaining.edgeCount >= fewestReferences else {
      let context = CheckContext(analysis)
      return (checks.map { body($0, context) }, [context])
    }
    var results = [Result?](repeating: nil, count: checks.count)
    var contexts = [CheckContext?](repeating: nil, count: 2)
    withoutActuallyEscaping(body) { body in
      unsafe results.withUnsafeMutableBufferPointer { results in
        unsafe contexts.withUnsafeMutableBufferPointer { contexts in
          // Each place of the results is written by the thread that took its check, each context by the thread that it
          // is for, and `body` changes nothing.
          nonisolated(unsafe) let (body, results, contexts) = unsafe (body, results, contexts)
          let surroundings = Surroundings()
          let next = Atomic(0)
          DispatchQueue.concurrentPerform(iterations: 2) { thread in
            surroundings.restore {
              let context = CheckContext(analysis)
              unsafe contexts[thread] = context
              while true {
                let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard place < checks.count else { return }
                unsafe results[place] = unsafe body(checks[place], context)
              }
            }
          }
        }
      }
    }
    return (results.compactMap(\.self), contexts.compactMap(\.self))
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
