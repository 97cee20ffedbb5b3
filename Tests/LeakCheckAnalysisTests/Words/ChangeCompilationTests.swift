import Foundation
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

/// The code of rows whose frameworks no lesson has, as it mostly is and as it should be, against the compiler.
@Suite struct ChangeCompilationTests {
  /// The rows by their codes, with what stands before and behind the code in an app.
  private static let rows = [
    "LK104": ("_ = NotificationCenter.default.", "}"),
    "LK113": ("UndoManager().", "}"),
    "LK303": ("", "}"),
    "LK324": ("", "}"),
    "LK402": ("_ = center", ""),
    "LK571": ("", "}"), "LK572": ("", "}"), "LK573": ("", "}"),
    "LK591": ("_ = ", "}"),
    "LK596": ("motion.", "}"),
    "LK604": ("_ = relay", "})"),
    "LK621": ("", "}"),
    "LK708": ("", "}"),
    "LK742": ("", "}"),
  ]

  /// What the code uses of frameworks that Linux has not, as declarations.
  private static let frameworks = """
    import Foundation
    struct Told { var object: Any? }
    final class Publisher {
      func filter(_ isIncluded: @escaping (Told) -> Bool) -> Publisher { self }
    }
    final class Center {
      func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher()
      }
    }
    final class Relay { func subscribe(onNext: @escaping (Int) -> Void) {} }
    final class Signal { func observeValues(_ body: @escaping (Int) -> Void) {} }
    final class Realm { func observe(_ body: @escaping (String, Realm) -> Void) {} }
    final class UndoManager {
      func registerUndo<T: AnyObject>(withTarget target: T, handler: @escaping (T) -> Void) {}
    }
    final class Continuation { var onTermination: ((Bool) -> Void)? }
    final class Connection {
      var pathUpdateHandler: ((Int) -> Void)?
      var stateUpdateHandler: ((Int) -> Void)?
      var newConnectionHandler: ((Connection) -> Void)?
    }
    struct SKAction { static func run(_ block: @escaping () -> Void) -> SKAction { SKAction() } }
    final class Motion {
      enum Queue { case main }
      func startDeviceMotionUpdates(to queue: Queue, withHandler: @escaping (Int?, (any Error)?) -> Void)
      {}
    }
    final class Channel {
      enum Queue { case main }
      func read(
        offset: Int, length: Int, queue: Queue, handler: @escaping (Bool, Data?, Int32) -> Void
      ) {}
    }
    struct TimeAmount { static func seconds(_ count: Int) -> TimeAmount { TimeAmount() } }
    final class EventLoop {
      func scheduleTask(in time: TimeAmount, _ task: @escaping () -> Void) {}
    }
    final class Owner {
      let (center, relay, signal, realm) = (Center(), Relay(), Signal(), Realm())
      let (channel, eventLoop) = (Channel(), EventLoop())
      let (continuation, motion) = (Continuation(), Motion())
      let (monitor, connection, listener) = (Connection(), Connection(), Connection())
      let name = Notification.Name("name")

    """

  @Test func `what a row writes compiles, before and after`() async throws {
    var text = Self.frameworks
    var count = 0
    for row in FrameworkCatalogue.builtIn.rows {
      guard let (head, tail) = Self.rows[row.code], let change = row.change else { continue }
      for code in [change.before, change.after] {
        text += "  func code\(count)() {\n    \(head)\(code)\n    \(tail)\n  }\n"
        count += 1
      }
    }
    #expect(count == Self.rows.count * 2)
    let folder = FileManager.default.temporaryDirectory.appending(path: "changes-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data((text + "}\n").utf8).write(to: folder.appending(path: "changes.swift"))
    let result = try await CommandResult.ofTool(
      "swiftc", ["-swift-version", "6", "-typecheck", "changes.swift"], in: folder,
      limit: .seconds(120))
    #expect(result.status == 0, "\(result.errors)\n\(text)")
  }
}
