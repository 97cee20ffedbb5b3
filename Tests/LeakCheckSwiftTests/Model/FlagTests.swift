import LeakCheckGraph
import LeakCheckLifecycle
import Testing

@testable import LeakCheckSwift

/// Which variables are flags, and that nobody sees how a run knows them.
@Suite struct FlagTests {
  private func flags(_ member: String, _ code: String) throws -> FlagNames {
    let text = """
      enum State { case idle, loaded(String), failed(() -> Void) }
      class Model {
        \(member)
        func run(_ other: Bool) {
          \(code)
          if flag == .idle {}
          if flag {}
          switch flag { default: break }
        }
      }
      """
    return SourceModel([try SourceFile(named: "Flags.swift", bytes: Array(text.utf8))]).flags
  }

  @Test(arguments: [
    ("var flag = false", "flag = true"), ("@Published var flag: Bool", "self.flag = false"),
    ("var flag: State = .idle", "flag = .loaded(\"a\")"),
    ("var flag = State.idle { didSet {} }", "flag = State.idle"),
    ("private(set) var flag: State = .idle", "flag = .failed { }"),
  ])
  func `a variable that only gets constants is a flag`(member: String, code: String) throws {
    #expect(try flags(member, code).contains("flag"))
  }

  @Test(arguments: [
    ("var flag = false", ""), ("var flag = false", "flag = other"),
    ("var flag = false", "flag = true; flag.toggle()"), ("var flag = 1", "flag = 2"),
    ("var flag: Bool { true }", "flag = true"), ("static var flag = false", "flag = true"),
    ("@Binding var flag: Bool", "flag = true"), ("var flag: State", "flag = .unknown"),
    ("var flag = false", "flag = true; change(&flag)"),
    ("var flag = false", "flag = true; bind(\\.flag)"),
    ("var flag = false", "flag = true; flag = flag || other"),
    ("struct Part { var flag = false }; var part = Part()", "part.flag = true"),
  ])
  func `a variable whose value may be another is none`(member: String, code: String) throws {
    #expect(try !flags(member, code).contains("flag"))
  }

  @Test func `no report shows a flag`() throws {
    let run = try Run(
      """
      final class Model {
        private var isOn = false
        private var onChange: (() -> Void)?
        func start() {
          guard !isOn else { return }
          isOn = true
          onChange = { self.isOn = false }
        }
      }
      do { let model = Model(); model.start() }
      """)
    let graph = run.outcome.graph
    #expect(run.verdict == ["cycle error"])
    #expect(!graph.objects.contains { $0.type == FrameworkType.flag })
    #expect(!graph.references.contains { $0.name.hasPrefix("isOn") })
  }
}
