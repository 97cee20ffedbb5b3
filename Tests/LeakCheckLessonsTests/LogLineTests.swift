import Foundation
import LeakCheckTestSupport
import Testing

/// The lines of Swift sources that the log of a run names.
@Suite struct LogLineTests {
  private static let source = """
    import UIKit
    class Base: UIViewController {
      override func viewDidLoad() {
        super.viewDidLoad()
        print("viewDidLoad")
      }
    }
    final class Screen: Base {
      let model = Model()
      override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        model.onChange = { print("changed") }
      }
      deinit { print("deinit Screen") }
    }
    final class Model {
      var onChange: (() -> Void)?
      init() {}
      deinit {
      }
    }
    """
  private static let events = "init,viewDidLoad,viewWillAppear,viewDidAppear,deinit"
  private static let expected = """
    init() Screen
    init() Model               Source.swift:18
    viewDidLoad() Screen       Source.swift:5
    viewWillAppear(_:) Screen
    viewDidAppear(_:) Screen   Source.swift:10
    deinit Screen              Source.swift:14
    deinit Model               Source.swift:19
    """

  @Test func `each line of the log has the line that printed it`() throws {
    let folder = try SourceFolder(Self.source)
    let result = try folder.simulate(["--log-lines", "--events", Self.events])
    #expect(result.output.components(separatedBy: "\n\n").first == Self.expected)
    let plain = try folder.simulate(["--log", "--events", Self.events])
    #expect(plain.output.hasPrefix("init() Screen\ninit() Model\nviewDidLoad() Screen\n"))
  }

  @Test func `the translated scenario has the same lines`() throws {
    let folder = try SourceFolder(Self.source)
    try folder.write(try folder.simulate(["--show-scenario"]).output, to: "s.json")
    let result = try folder.simulate(["--log-lines", "--events", Self.events], "s.json")
    #expect(result.output.components(separatedBy: "\n\n").first == Self.expected)
  }

  @Test func `the page shows the line beside the callback`() throws {
    let page = try SourceFolder(Self.source).simulate(["--format", "html"]).output
    #expect(page.contains("<b>Screen.<wbr>viewDidLoad()</b><span>line 5</span>"))
    #expect(page.contains("<b>Screen.<wbr>viewWillAppear(_:)</b></li>"))
  }

  @Test func `of several initializers none is named`() throws {
    let source = """
      final class Store {
        init() {}
        init(size: Int) {}
        deinit { if true { print("gone") } }
      }
      var store: Store? = Store(size: 1)
      store = nil
      """
    let result = try SourceFolder(source).simulate(["--log-lines"])
    #expect(
      result.output.hasPrefix("init() Store\ndeinit Store  Source.swift:4\n\n"), "\(result.output)")
  }
}
