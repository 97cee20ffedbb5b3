import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// Loops run for what there is, and as often.
@Suite struct LoopTests {
  private static func undo(_ loop: String) -> String {
    """
    final class Canvas {
      var actions: [() -> Void] = []
      func draw() { actions.append { self.draw() } }
      func reset() { \(loop) }
      deinit {}
    }
    func paint() {
      let canvas = Canvas()
      canvas.draw(); canvas.draw(); canvas.draw()
      canvas.reset()
    }
    paint()
    """
  }

  @Test(arguments: [
    "while let action = actions.popLast() { print(action) }",
    "while !actions.isEmpty { actions.removeLast() }",
    "while actions.count > 0 { _ = actions.removeFirst() }",
    "while actions.isEmpty == false { actions.removeFirst() }",
  ])
  func `a loop that takes out all leaves nothing`(_ loop: String) throws {
    let run = try Run(Self.undo(loop))
    #expect(run.isClean, "\(run.verdict)")
    #expect(run.notes == [])
  }

  @Test func `a loop that takes out one leaves the others`() throws {
    let run = try Run(Self.undo("_ = actions.popLast()"))
    #expect(run.verdict == ["cycle error"])
  }

  @Test func `a loop goes along the links until there is none`() throws {
    let run = try Run(
      """
      final class Node { var next: Node?; var owner: Node?; deinit {} }
      func chain() {
        let first = Node()
        first.next = Node()
        first.next?.next = Node()
        var node: Node? = first
        while let here = node {
          here.owner = first
          node = here.next
        }
        node = first
        while node != nil {
          node?.owner = nil
          node = node?.next
        }
      }
      chain()
      """)
    #expect(run.isClean, "\(run.verdict) \(run.notes)")
    #expect(run.outcome.lines.filter { $0.hasPrefix("deinit Node") }.count == 3)
  }

  @Test func `a loop whose end no value says is told`() throws {
    let run = try Run("final class A {}\nvar a = A()\nwhile Bool.random() { a = A() }\n")
    #expect(
      run.notes == ["Screen.swift:3:23: how often the loop runs is not known: its body runs once"])
    #expect(run.translation.isSettled)
  }

  private static func clock(_ captures: String, _ condition: String, _ sleep: String) -> String {
    """
    final class Clock {
      var task: Task<Void, any Error>?
      func start() {
        task = Task { \(captures)
          while \(condition) {
            \(sleep) await Task.sleep(for: .seconds(1))
            self\(captures.isEmpty ? "" : "?").tick()
          }
        }
      }
      func stop() { task?.cancel() }
      func tick() {}
    }
    func run() async {
      let clock = Clock()
      clock.start()
      clock.stop()
    }
    await run()
    """
  }

  @Test func `a loop that goes on when its task is cancelled keeps what it holds`() throws {
    let run = try Run(Self.clock("", "true", "try?"))
    #expect(run.translation.isSettled, "\(run.notes)")
    #expect(run.verdict.contains("abandoned error"), "\(run.verdict)")
  }

  @Test(arguments: [
    ("", "!Task.isCancelled", "try?"), ("", "true", "try"), ("[weak self] in", "true", "try?"),
  ])
  func `a loop that ends with its task, or holds nothing, is judged`(
    _ captures: String, _ condition: String, _ sleep: String
  ) throws {
    let run = try Run(Self.clock(captures, condition, sleep))
    #expect(run.translation.isSettled && run.isClean, "\(run.notes)")
  }

  @Test(arguments: [
    ("[weak self] in", "let self", ""), ("", "left > 0", "left -= 1"),
  ])
  func `a loop that unwraps self in each turn, or counts, keeps no screen`(
    _ captures: String, _ condition: String, _ step: String
  ) throws {
    let run = try Run(
      """
      import UIKit
      final class Clock: UIViewController {
        private var left = 3
        override func viewDidLoad() {
          super.viewDidLoad()
          Task { \(captures)
            while \(condition) {
              refresh()
              try? await Task.sleep(nanoseconds: 1_000_000_000)
              \(step)
            }
          }
        }
        func refresh() {}
      }
      """)
    #expect(run.outcome.findings.allSatisfy { $0.kind == .temporary }, "\(run.verdict)")
  }

  private static func poller(_ members: String) -> String {
    """
    final class Poller {
      var isOn = true
      \(members)
      func poll() {
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
          guard self.isOn else { return }
          self.poll()
        }
      }
    }
    func run() { Poller().poll() }
    run()
    """
  }

  @Test func `a method that calls itself later while something holds leaves the verdict open`()
    throws
  {
    let run = try Run(Self.poller("func stop() { isOn = false }"))
    #expect(run.notes.contains { $0.contains("whether poll stops calling itself") })
    #expect(!run.translation.isSettled)
  }

  @Test(arguments: ["", "func start() { isOn = true }"])
  func `a condition that always holds ends nothing`(_ members: String) throws {
    let run = try Run(Self.poller(members))
    #expect(run.translation.isSettled, "\(run.notes)")
    #expect(!run.isClean)
  }
}
