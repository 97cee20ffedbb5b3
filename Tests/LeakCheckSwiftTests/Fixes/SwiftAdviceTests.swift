import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// What is advised for sources, as far as a run shows that it helps.
@Suite struct SwiftAdviceTests {
  @Test func `a token that its property alone owns does not become weak`() throws {
    let run = try Run(
      """
      import Combine
      import Foundation
      final class Stopwatch {
        var seconds = Date()
        private var ticking: AnyCancellable?
        func start() {
          ticking = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
            .assign(to: \\.seconds, on: self)
        }
      }
      func go() { let watch = Stopwatch(); watch.start() }
      go()
      """)
    let finding = try #require(run.outcome.findings.first)
    let weak = ([finding.cut] + finding.alternatives).flatMap(\.steps).filter { $0.how == .weak }
    #expect(!weak.contains { $0.reference.name == "ticking" })
    #expect(!finding.alternatives.isEmpty)
  }

  @Test func `a method that waits keeps its object, whoever calls it weakly`() throws {
    let run = try Run(
      """
      final class Gate {
        private var waiter: CheckedContinuation<Bool, Never>?
        private var answer = false
        func begin() {
          Task { [weak self] in
            let answer = await self?.ask()
            self?.answer = answer ?? false
          }
        }
        func ask() async -> Bool { await withCheckedContinuation { waiter = $0 } }
      }
      do {
        let gate = Gate()
        gate.begin()
      }
      """)
    let finding = try #require(run.outcome.findings.first)
    #expect(finding.kind == .abandoned)
    let freeing = ([finding.cut] + finding.alternatives).filter { $0.replay?.freesAll == true }
    // Only the end of the wait frees it, and no weak reference.
    #expect(
      freeing.flatMap(\.steps).map(\.reference.source.type) == ["CheckedContinuation"])
  }

  @Test func `what calls itself later until it is stopped is not judged`() throws {
    let run = try Run(
      """
      import Foundation
      final class Poller {
        private var isStopped = false
        func start() {
          DispatchQueue.main.asyncAfter(deadline: .now() + 5) {
            if !self.isStopped { self.start() }
          }
        }
        func stop() { isStopped = true }
      }
      """)
    #expect(run.isClean)
    #expect(!run.translation.isSettled)
  }

  @Test func `what a registry keeps is ended by the method that the deinit calls`() throws {
    let run = try Run(
      """
      final class Registry {
        static let shared = Registry()
        private var members: [AnyObject] = []
        func add(_ member: AnyObject) { members.append(member) }
        func remove(member: AnyObject) { members.removeAll { $0 === member } }
      }
      final class Member {
        init() { Registry.shared.add(self) }
        func leave(_ registry: Registry = .shared) { registry.remove(member: self) }
        deinit { leave() }
      }
      func go() { _ = Member() }
      go()
      """)
    let finding = try #require(run.outcome.findings.first)
    #expect(finding.kind == .teardownNeverRuns)
    let fixes = finding.cut.steps.map(\.fix)
    #expect(fixes.contains { $0.contains("call remove(member:) before deinit") }, "\(fixes)")
  }

  @Test func `a list is named by the property that holds it`() throws {
    let run = try Run(
      """
      final class Bus {
        private var handlers: [String: [() -> Void]] = [:]
        private var count = 0
        func start() { handlers["a", default: []].append { self.count += 1 } }
      }
      do { let bus = Bus(); bus.start() }
      """)
    let finding = try #require(run.outcome.findings.first)
    let fixes = finding.alternatives.flatMap(\.steps).map(\.fix)
    #expect(fixes.contains { $0.contains("from Bus.handlers") }, "\(fixes)")
  }
}
