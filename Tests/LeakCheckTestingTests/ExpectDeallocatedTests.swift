import Dispatch
import Foundation
import LeakCheckCapture
import LeakCheckGraph
import LeakCheckTestSupport
import LeakCheckTesting
import Testing

@Suite struct ExpectDeallocatedTests {
  @Test func `every form passes for an object that nobody else holds`() {
    expectDeallocated(ProfileVC())
    let constant = ProfileVC()
    constant.use()
    expectDeallocated(consume constant)
    var variable: ProfileVC? = ProfileVC()
    variable?.use()
    expectDeallocated(&variable)
    #expect(variable == nil)
    expectDeallocated {
      let vc = ProfileVC()
      vc.use()
      return vc
    }
    let existential: AnyObject = ProfileVC()
    expectDeallocated(consume existential)
  }

  @Test func `every form passes when it is awaited`() async {
    await expectDeallocated(ProfileVC())
    let constant = ProfileVC()
    constant.use()
    await expectDeallocated(consume constant)
    var variable: ProfileVC? = ProfileVC()
    variable?.use()
    await expectDeallocated(&variable)
    #expect(variable == nil)
    await expectDeallocated {
      let vc = ProfileVC()
      await Task.yield()
      vc.use()
      return vc
    }
  }

  @Test func `nil is vacuous`() {
    var none: ProfileVC?
    let messages = failures {
      expectDeallocated(&none)
      expectDeallocated { ProfileVC?.none }
      expectDeallocated(none)
    }
    expectVacuous(messages)
  }

  @Test func `nil is vacuous when it is awaited`() async {
    var none: ProfileVC?
    let messages = await failures {
      await expectDeallocated(&none)
      await expectDeallocated {
        await Task.yield()
        return ProfileVC?.none
      }
      await expectDeallocated(none)
    }
    expectVacuous(messages)
  }

  private func expectVacuous(_ messages: [String]) {
    #expect(messages.count == 3)
    #expect(
      messages.allSatisfy {
        $0.hasPrefix("nothing was checked: the object is nil\n  fix  make the")
      })
  }

  @Test func `a body that throws is vacuous and its error comes through`() {
    struct Refused: Error {}
    var error: (any Error)?
    let messages = failures {
      do {
        try expectDeallocated { () throws -> ProfileVC? in throw Refused() }
      } catch let thrown {
        error = thrown
      }
    }
    #expect(error is Refused)
    #expect(
      messages.first?.hasPrefix(
        "nothing was checked: the body threw Refused() before it returned an object") == true)
  }

  @Test func `an object is told of without a path where none can be read`() {
    let held = ProfileVC()
    let messages = failures { refusing { expectDeallocated(held) } }
    held.use()
    #expect(
      messages.first?.hasPrefix("ProfileVC was not deallocated: alive, but no path can be shown\n")
        == true)
  }

  @Test func `what keeps an object is told`() throws {
    let graph = try selfCapture
    let held = ProfileVC()
    let messages = failures { finding(graph) { expectDeallocated(held) } }
    held.use()
    let message = try #require(messages.first)
    #expect(
      message.hasPrefix("ProfileVC was not deallocated: retain cycle\n  ProfileVC.onUpdate → "))
    #expect(message.contains("\ngraph: /") && message.contains("\npicture: /"))
  }

  @Test func `an object that goes during the capture passes`() {
    let box = Box()
    box.object = ProfileVC()
    let messages = failures {
      MadeUpCapture.$current.withValue(
        MadeUpCapture {
          box.object = nil
          return CapturedLeaks(graph: nothing, notes: [])
        }
      ) { expectDeallocated(box.object) }
    }
    #expect(messages == [])
  }
}

/// Holds an object that a test lets go of from a closure.
private final class Box: @unchecked Sendable {
  var object: ProfileVC?
}

@Suite struct AsynchronousReleaseTests {
  /// Makes a controller that `hold` keeps for a while.
  private func made(_ hold: (UncheckedVC) -> Void) -> ProfileVC {
    let vc = ProfileVC()
    hold(UncheckedVC(vc: vc))
    return vc
  }

  @Test func `a block of the main queue`() {
    expectDeallocated(made { held in DispatchQueue.main.async { held.vc.use() } })
  }

  @Test func `a block of a main queue that is busy for two seconds`() {
    DispatchQueue.main.async { Thread.sleep(forTimeInterval: 2) }
    expectDeallocated(made { held in DispatchQueue.main.async { held.vc.use() } })
  }

  @Test func `a block of the main queue, awaited on the main actor`() async {
    await onMainActor()
  }

  @MainActor private func onMainActor() async {
    await expectDeallocated(made { held in DispatchQueue.main.async { held.vc.use() } })
  }

  @MainActor @Test func `a test on the main queue is told to await`() {
    let messages = failures {
      expectDeallocated(made { held in DispatchQueue.main.async { held.vc.use() } })
    }
    #expect(messages.first?.contains("the main queue could not be drained") == true)
  }

  @Test func `a block of a global queue`() {
    expectDeallocated(made { held in DispatchQueue.global().async { held.vc.use() } })
  }

  @Test func `a block of a global queue, awaited`() async {
    await expectDeallocated(made { held in DispatchQueue.global().async { held.vc.use() } })
  }

  @Test func `a task that finishes, awaited`() async {
    await expectDeallocated(
      made { held in
        Task {
          for _ in 0..<10 { await Task.yield() }
          held.vc.use()
        }
      })
  }

  @Test func `a task that sleeps is told of`() async throws {
    let graph = try ObjectGraph("T! -> t 'job'; t -> ProfileVC- 'frame'")
      .changing(objects: { if $0.id == "t" { $0.kind = .task } })
    let tasks = TaskList()
    let messages = await failures {
      await MadeUpCapture.$current.withValue(
        MadeUpCapture { CapturedLeaks(graph: graph, notes: []) }
      ) {
        await expectDeallocated(
          made { held in
            tasks.task = Task {
              try? await Task.sleep(for: .seconds(3_600))
              held.vc.use()
            }
          })
      }
    }
    tasks.task?.cancel()
    #expect(
      messages.first?.hasPrefix("ProfileVC was not deallocated: held by a task that waits\n")
        == true)
  }
}

private final class TaskList {
  var task: Task<Void, Never>?
}

/// A controller that another thread only lets go of.
private struct UncheckedVC: @unchecked Sendable {
  var vc: ProfileVC
}
