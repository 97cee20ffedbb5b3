internal import LeakCheckLocks

/// A record of long work: its stages, with the progress and duration of each.
///
/// A program that wants to know sets ``current`` around the work:
/// ```swift
/// let record = WorkRecord()
/// let graph = try WorkRecord.$current.withValue(record) { try GraphReaders.read(dump) }
/// for entry in record.entries { print(entry.stage.name, entry.time) }
/// ```
/// Work that is done without a record pays nothing for it. Another thread may look at any time. The stages
/// of one record are begun and ended by one thread at a time; any may count.
package final class WorkRecord: Sendable {
  /// The record of this task's work; nobody asks for one where it is `nil`.
  @TaskLocal package static var current: WorkRecord?

  /// The record of a stage over all its runs.
  package struct Entry: Sendable {
    /// The stage.
    package var stage: WorkStage
    /// The time that it took, without the stages inside it.
    package var time: Duration
    /// How much of it is done, in the units that the stage counts.
    package var done: Int
    /// How much there is to do, where that is known.
    package var total: Int?

    /// What was done in a second, or `nil` where nothing was counted, or in no time.
    package var rate: Double? {
      let seconds = time / .seconds(1)
      return done > 0 && seconds > 0 ? Double(done) / seconds : nil
    }
  }

  private struct OpenStage {
    var token: Int
    var row: Int
    var amount: WorkCounter.Amount
    var total: Int?
    /// What was spent before a stage inside began.
    var spent: Duration
    var resumed: ContinuousClock.Instant
  }

  private struct State {
    var entries: [Entry] = []
    /// The stages that are not ended; each is inside the one before.
    var open: [OpenStage] = []
    var begun = 0
    var subject = ""
  }

  private let state = Mutex<State>(State())
  private let start = ContinuousClock.now

  /// A record of nothing yet.
  package init() {}

  /// What is being worked on, such as a file's name.
  package var subject: String {
    get { state.withLock { $0.subject } }
    set { state.withLock { $0.subject = newValue } }
  }

  /// The time since the record was made.
  package var elapsed: Duration { ContinuousClock.now - start }

  /// The stages that have ended, in the order in which each began first.
  package var entries: [Entry] { state.withLock { $0.entries.filter { $0.time > .zero } } }

  /// The stage that is being done, or `nil` between two.
  package var underway: Entry? {
    state.withLock { state in
      state.open.last.map { open in
        Entry(
          stage: state.entries[open.row].stage,
          time: open.spent + (ContinuousClock.now - open.resumed), done: open.amount.done,
          total: open.total)
      }
    }
  }

  /// The counter of the innermost stage.
  var counter: WorkCounter { state.withLock { WorkCounter(amount: $0.open.last?.amount) } }

  func begin(_ stage: WorkStage, of total: Int?) -> (token: Int, counter: WorkCounter) {
    let now = ContinuousClock.now
    let amount = WorkCounter.Amount()
    let token = state.withLock { state in
      if let outer = state.open.indices.last {
        state.open[outer].spent += now - state.open[outer].resumed
      }
      let row = Self.row(of: stage, in: &state)
      state.begun += 1
      state.open.append(
        OpenStage(
          token: state.begun, row: row, amount: amount, total: total, spent: .zero, resumed: now))
      return state.begun
    }
    return (token, WorkCounter(amount: amount))
  }

  private static func row(of stage: WorkStage, in state: inout State) -> Int {
    if let known = state.entries.firstIndex(where: { $0.stage == stage }) { return known }
    state.entries.append(Entry(stage: stage, time: .zero, done: 0))
    return state.entries.count - 1
  }

  func end(_ token: Int, isComplete: Bool) {
    let now = ContinuousClock.now
    state.withLock { state in
      guard let place = state.open.lastIndex(where: { $0.token == token }) else { return }
      let stage = state.open.remove(at: place)
      let isInnermost = place == state.open.count
      let time = stage.spent + (isInnermost ? now - stage.resumed : .zero)
      let counted = stage.amount.done
      state.entries[stage.row].time += time
      state.entries[stage.row].done += isComplete ? max(counted, stage.total ?? 0) : counted
      if isInnermost, let outer = state.open.indices.last { state.open[outer].resumed = now }
    }
  }
}
