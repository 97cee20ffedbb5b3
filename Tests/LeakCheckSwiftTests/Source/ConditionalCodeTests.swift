import LeakCheckGraph
import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// Of conditional compilation that is followed which a debug build for a device has.
@Suite struct ConditionalCodeTests {
  /// A screen whose closure keeps it where the clause is followed that has `leak`.
  private static func screen(_ body: String, imports: String = "UIKit") -> String {
    """
    import \(imports)
    final class Screen: UIViewController {
      var done: (() -> Void)?
      override func viewDidLoad() {
        super.viewDidLoad()
    \(body.replacing("leak", with: "done = { self.go() }"))
      }
      func go() {}
    }
    """
  }

  @Test(arguments: [
    "#if DEBUG\nleak\n#endif", "#if !DEBUG\n#else\nleak\n#endif",
    "#if canImport(UIKit) && !targetEnvironment(simulator)\nleak\n#endif",
    "#if os(macOS)\ngo()\n#elseif os(iOS)\nleak\n#endif",
    "#if DEBUG\n#if swift(>=5.9)\nleak\n#endif\n#endif",
    "#if os(tvOS) || (os(iOS) && compiler(>=5))\nleak\n#else\n#endif",
  ])
  func `code of the clause that is compiled is followed`(_ body: String) throws {
    #expect(try Run(Self.screen(body)).verdict == ["cycle error"])
  }

  @Test(arguments: [
    "#if !DEBUG\nleak\n#endif", "#if DEBUG\n#else\nleak\n#endif", "#if false\nleak\n#endif",
    "#if os(macOS)\nleak\n#else\ngo()\n#endif", "#if targetEnvironment(simulator)\nleak\n#endif",
    "#if false\n#if DEBUG\nleak\n#endif\n#endif", "#if swift(<5)\nleak\n#endif",
  ])
  func `code that is left out is not`(_ body: String) throws {
    let run = try Run(Self.screen(body))
    #expect(run.verdict == [] && run.notes == [])
  }

  @Test func `a flag that only the build knows is taken as set, and said`() throws {
    let run = try Run(Self.screen("#if INTERNAL\nleak\n#else\ngo()\n#endif"))
    #expect(run.verdict == ["cycle error"])
    #expect(
      run.notes == ["Screen.swift:6:5: whether INTERNAL is set is not known: assumed set"])
  }

  @Test func `members and types have conditions too, and places stay`() throws {
    let run = try Run(
      """
      import UIKit
      #if os(macOS)
      typealias Base = NSViewController
      class Pane { var é: Pane? }
      #else
      final class Screen: UIViewController {
        #if DEBUG
        var done: (() -> Void)?
        override func viewDidLoad() {
          super.viewDidLoad()
          done = { self.go() }
        }
        #endif
        func go() {}
      }
      #endif
      """)
    #expect(run.verdict == ["cycle error"])
    let closure = try #require(run.outcome.graph.objects.first { $0.kind == .closure })
    #expect(closure.line == 11)
  }

  @Test func `a file for a Mac is followed as one`() throws {
    let text = """
      import AppKit
      final class Model {
        var done: (() -> Void)?
        func start() {
          #if os(macOS)
          done = { self.start() }
          #endif
        }
      }
      """
    #expect(try Run(text).verdict == ["cycle error"])
    #expect(try Run(text.replacing("AppKit", with: "UIKit")).isClean)
  }
}
