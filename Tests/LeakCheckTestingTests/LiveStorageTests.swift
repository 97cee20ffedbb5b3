import LeakCheckTestSupport
import LeakCheckTesting
import Testing

/// What is said of objects that are only storage: of collections, and of the runtime's.
extension LiveProcessAssertionTests {
  @Test(arguments: [true, false])
  func `the buffer of a collection of one's own is never to become weak`(isOfMember: Bool) {
    let messages = failures {
      expectDeallocated {
        let room = Room()
        let member = Member(isOfMember ? room : nil)
        room.all = Ring(isOfMember ? member : room)
        return room
      }
    }
    let message = messages.first ?? ""
    #expect(message.contains("Room.all.buffer[0] → "))
    #expect(message.contains("fix  declare `weak var room` in Member") == isOfMember)
    #expect(message.contains("fix  remove Room from ") == !isOfMember)
    #expect(!message.contains("weak var all") && !message.contains("weak var buffer"))
  }

  @Test(arguments: Asker.Keeping.allCases)
  func `what waits for a continuation of the app's is only told to be resumed`(
    keeping: Asker.Keeping
  ) async {
    var message = ""
    // An old word of a stack may name the task, which is then told before the cycle; the next one lies elsewhere.
    for _ in 0..<10 where !message.contains("was not deallocated: retain cycle") {
      let messages = await failures {
        await expectDeallocated { () async -> Asker in
          let asker = Asker()
          asker.ask(keeping)
          try? await Task.sleep(for: .milliseconds(50))
          return asker
        }
      }
      message = messages.first ?? ""
    }
    #expect(message.hasPrefix("Asker was not deallocated: retain cycle"))
    #expect(message.contains("resume the continuation exactly once"))
    #expect(!message.contains("return when cancelled") && !message.contains("set Asker."))
    #expect(!message.contains("Task weakly"))
    // One continuation, and one reference of it to the task.
    #expect(keeping == .property || !message.contains("references)"))
  }
}

private struct Ring<Element> {
  let buffer: Buffer

  init(_ element: Element) {
    buffer = unsafe unsafeDowncast(
      Buffer.create(minimumCapacity: 1) { buffer in
        unsafe buffer.withUnsafeMutablePointerToElements { unsafe $0.initialize(to: element) }
        return 1
      }, to: Buffer.self)
  }

  final class Buffer: ManagedBuffer<Int, Element> {
    deinit { _ = unsafe withUnsafeMutablePointerToElements { unsafe $0.deinitialize(count: 1) } }
  }
}

private final class Room {
  var all: Ring<AnyObject>?
}

private final class Member {
  var room: Room?

  init(_ room: Room?) { self.room = room }
}

/// One task uses it after the other; hence `@unchecked Sendable`.
@safe final class Asker: @unchecked Sendable {
  enum Keeping: CaseIterable {
    case checked, unsafe, list, closure, unsafeClosure, property
  }

  private var answer: CheckedContinuation<Bool, Never>?
  private var unsafeAnswer: UnsafeContinuation<Bool, Never>?
  private var answers: [CheckedContinuation<Bool, Never>] = []
  private var onAnswer: ((Bool) -> Void)?
  private var task: Task<Void, Never>?
  private var isRight = false

  func ask(_ keeping: Keeping) {
    let task = Task { isRight = await wait(keeping) }
    if keeping == .property { self.task = task }
  }

  private func wait(_ keeping: Keeping) async -> Bool {
    switch keeping {
    case .checked, .property: await withCheckedContinuation { answer = $0 }
    case .list: await withCheckedContinuation { answers.append($0) }
    case .closure:
      await withCheckedContinuation { continuation in
        onAnswer = { continuation.resume(returning: $0) }
      }
    case .unsafe: unsafe await withUnsafeContinuation { unsafe unsafeAnswer = $0 }
    case .unsafeClosure:
      unsafe await withUnsafeContinuation { continuation in
        onAnswer = { unsafe continuation.resume(returning: $0) }
      }
    }
  }
}
