import Foundation
import LeakCheckTestSupport
import Testing

/// The line of a Swift source that a finding quotes.
@Suite struct SourceLineTests {
  private func report(of source: String) throws -> String {
    try SourceFolder(source).simulate().output
  }

  /// The lines below `at`: the place, the line, and what is marked.
  private func quoted(_ source: String) throws -> [String] {
    let report = try report(of: source)
    let lines = report.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix("  at   ") }, "\(report)")
    return lines[first..<first + 3].map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func `an inherited property is quoted where the superclass declares it`() throws {
    let source = """
      class State {
        let machine: Machine
        init(machine: Machine) { self.machine = machine }
      }
      final class Paused: State {
        func log() {
          let machine = 1
          print(machine)
        }
      }
      final class Machine {
        private var current: State?
        func start() { current = Paused(machine: self) }
      }
      var machine: Machine? = Machine()
      machine?.start()
      machine = nil
      """
    #expect(
      try quoted(source) == ["at   Source.swift:2:7", "let machine: Machine", "^^^^^^^"])
    let report = try report(of: source)
    #expect(report.contains("\n  fix  declare `weak var machine` in State\n"))
    #expect(report.contains("\n  code weak var machine: Machine?\n"))
    // A constant does not become nil, whoever inherits it.
    #expect(!report.contains("machine to nil"))
  }

  @Test(arguments: ["", "defer { job.count += 1 }"])
  func `what runs where a guard leaves has its own place`(_ deferred: String) throws {
    let source = """
      final class Job {
        var count = 0
        var onFail: (() -> Void)?
        func end(_ other: Job?) {
          \(deferred)
          guard let other else {
            count = 1
            onFail = { self.fail() }
            return
          }
          print(other.count)
        }
        func fail() {}
      }
      let job = Job()
      do {
        let next = Job()
        next.end(nil)
      }
      """
    #expect(try quoted(source).prefix(2) == ["at   Source.swift:8:18", "onFail = { self.fail() }"])
    #expect(try report(of: source).contains("Source.swift:8\n"))
  }

  @Test func `what a guard makes strong is quoted there`() throws {
    let source = """
      import UIKit
      final class Badge: UIViewController {
        override func viewDidLoad() {
          super.viewDidLoad()
          Task { [weak self] in
            guard let self else { return }
            for await _ in NotificationCenter.default.notifications(named: .changed) {
              self.render()
            }
          }
        }
        func render() {}
      }
      """
    #expect(
      try quoted(source).prefix(2) == ["at   Source.swift:6:7", "guard let self else { return }"])
  }
}
