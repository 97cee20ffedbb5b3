import LeakCheckAnalysis
import LeakCheckLifecycle
import Testing

/// Overloads that only the types of arguments tell apart.
@Suite struct OverloadTests {
  @Test func `an overload that calls another one ends no run`() throws {
    let run = try Run(
      """
      final class Job {}
      final class Settings {
        let job: Job
        init(_ job: Job) { self.job = job }
      }
      final class Group {
        private var jobs: [Job] = []
        private var onChange: (() -> Void)?
        func add(_ settings: Settings) { jobs.append(settings.job) }
        func add(_ job: Job) { add(Settings(job)) }
        func start() { onChange = { self.jobs.removeAll() } }
      }
      """)
    #expect(run.verdict == ["cycle error"])
    #expect(run.outcome.unfollowed.map(\.place.line) == [10])
  }
}
