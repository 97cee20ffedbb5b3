import Foundation
import LeakCheckTestSupport
import Testing

/// `leakcheck simulate --strict`, for which all of a source must be followed as written.
@Suite struct StrictSimulationTests {
  private static let followed = """
    final class Box { var value = 0 }
    let box = Box()
    print(box.value)
    """
  /// The overloads differ only in types, so the second one seems to call itself.
  private static let overloads = """
    final class Job {}
    final class Plan {
      let job: Job
      init(_ job: Job) { self.job = job }
    }
    final class Group {
      private var jobs: [Job] = []
      func add(_ plan: Plan) { jobs.append(plan.job) }
      func add(_ job: Job) { add(Plan(job)) }
    }
    """

  private func simulate(_ text: String, _ arguments: [String] = []) throws -> CommandResult {
    try SourceFolder(text).simulate(arguments)
  }

  @Test func `what is followed passes`() throws {
    #expect(try simulate(Self.followed, ["--strict"]).status == 0)
  }

  @Test func `what the run leaves out does not`() throws {
    let lenient = try simulate(Self.overloads)
    #expect(lenient.status == 0)
    #expect(lenient.output.contains("not judged: Source.swift:9 is not followed: calls nest too"))
    let strict = try simulate(Self.overloads, ["--strict"])
    #expect(strict.status == 2)
    #expect(strict.errors.contains("--strict, and Source.swift:9 is not followed: calls nest too"))
  }
}
