import Foundation
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import LeakCheckAnalysis

/// The calls that end what frameworks keep, as one types them in the code of the app's object.
@Suite struct EndingCallTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    let graph: String
    let cut: String
    let code: String?
    var controller = ""
    /// How the property is declared that the call is made on; empty for none.
    var declaration = ""
    var testDescription: String { "\(graph): \(cut)" }
  }

  private static let cases = [
    Case(
      graph: "Clock -> Timer# 'timer'; Timer -> Clock 'target'", cut: "target",
      code: "timer?.invalidate()", declaration: "var timer: Timer?"),
    Case(
      graph: "Clock ~> Timer# 'timer'; Timer -> Clock 'target'", cut: "target",
      code: "timer?.invalidate()", declaration: "weak var timer: Timer?"),
    Case(
      graph: "Clock -> Timer# 'timer'; Timer -> Clock 'target'", cut: "target",
      code: "override func viewDidDisappear(_ animated: Bool) {\n"
        + "  super.viewDidDisappear(animated)\n  timer?.invalidate()\n}", controller: "Clock",
      declaration: "var timer: Timer?"),
    Case(
      graph: "Game -> CADisplayLink# 'link'; CADisplayLink -> Game 'target'", cut: "target",
      code: "link?.invalidate()", declaration: "var link: CADisplayLink?"),
    Case(
      graph: "Client -> URLSession# 'session'; URLSession -> Client 'delegate'", cut: "delegate",
      code: "session.finishTasksAndInvalidate()", declaration: "var session = URLSession.shared"),
    Case(
      graph: "Client -> URLSession# '$__lazy_storage_$_session'; URLSession -> Client 'delegate'",
      cut: "delegate", code: "session.finishTasksAndInvalidate()",
      declaration: "lazy var session = URLSession.shared"),
    Case(
      graph: "Web -> WKWebView# 'web'; WKWebView -> WKWebViewConfiguration# '_configuration';"
        + " WKWebViewConfiguration -> WKUserContentController# 'userContentController';"
        + " WKUserContentController -> Web 'scriptMessageHandlers[\"bridge\"]'",
      cut: "scriptMessageHandlers[\"bridge\"]",
      code: "web.configuration.userContentController"
        + ".removeScriptMessageHandler(forName: \"bridge\")",
      declaration: "let web = WKWebView()"),
    Case(
      graph: "Web -> WKUserContentController# 'content';"
        + " WKUserContentController -> Web 'scriptMessageHandlers'",
      cut: "scriptMessageHandlers", code: "content.removeAllScriptMessageHandlers()",
      declaration: "let content = WKUserContentController()"),
    Case(
      graph: "NotificationCenter# -> Store 'observers'", cut: "observers",
      code: "NotificationCenter.default.removeObserver(self)"),
    Case(
      graph: "Store -> NotificationToken# 'token'; NotificationToken -> Store 'block'",
      cut: "block",
      code: "if let token { NotificationCenter.default.removeObserver(token) }",
      declaration: "var token: (any NSObjectProtocol)?"),
    Case(
      graph: "Panel -> UITapGestureRecognizer# 'tap'; UITapGestureRecognizer -> Panel 'target'",
      cut: "target", code: "tap.removeTarget(self, action: nil)",
      declaration: "let tap = UITapGestureRecognizer()"),
    Case(
      graph: "Form -> UIButton# 'send'; UIButton -> Form 'targets[0]'", cut: "targets[0]",
      code: "send.removeTarget(self, action: nil, for: .allEvents)",
      declaration: "let send = UIButton()"),
    Case(
      graph: "Player -> NSKeyValueObservation# 'observation';"
        + " NSKeyValueObservation -> Player 'observer'",
      cut: "observer", code: "observation?.invalidate()",
      declaration: "var observation: NSKeyValueObservation?"),
    Case(
      graph: "Scanner -> AVCaptureMetadataOutput# 'output';"
        + " AVCaptureMetadataOutput -> Scanner 'metadataObjectsDelegate'",
      cut: "metadataObjectsDelegate", code: "output.setMetadataObjectsDelegate(nil, queue: nil)",
      declaration: "let output = AVCaptureMetadataOutput()"),
    Case(
      graph: "Map -> CLLocationManager# 'manager'; CLLocationManager -> Map 'delegate'",
      cut: "delegate", code: "manager.stopUpdatingLocation()",
      declaration: "let manager = CLLocationManager()"),
    Case(
      graph: "Store -> Database# 'db'; Database -> Store 'transactionObservers[0]'",
      cut: "transactionObservers[0]", code: "db.remove(transactionObserver: self)",
      declaration: "let db = Database()"),
    Case(
      graph: "UINavigationController# -> Detail 'viewControllers'", cut: "viewControllers",
      code: "navigationController?.popViewController(animated: true)", controller: "Detail",
      declaration: "var navigationController: UINavigationController?"),
    Case(
      graph: "UIViewController# -> Sheet 'presentedViewController'",
      cut: "presentedViewController", code: "dismiss(animated: true)", controller: "Sheet",
      declaration: "func dismiss(animated: Bool) {}"),
    Case(
      graph: "UIView# -> Badge 'subviews'", cut: "subviews", code: "removeFromSuperview()",
      declaration: "func removeFromSuperview() {}"),
    Case(
      graph: "UIView# -> Drag 'gestureRecognizers'", cut: "gestureRecognizers",
      code: "view?.removeGestureRecognizer(self)", declaration: "var view: UIView?"),
    Case(
      graph: "Scene -> UIWindow# 'window'; UIWindow -> Home 'rootViewController'",
      cut: "rootViewController", code: "window?.rootViewController = nil",
      declaration: "var window: UIWindow?"),
    Case(
      graph: "Physics -> UIDynamicAnimator# 'animator'; UIDynamicAnimator -> Physics 'behaviors'",
      cut: "behaviors", code: "animator?.removeAllBehaviors()",
      declaration: "var animator: UIDynamicAnimator?"),
    Case(
      graph: "Fade -> UIViewPropertyAnimator# 'fade'; UIViewPropertyAnimator -> Fade 'completion'",
      cut: "completion", code: "fade?.stopAnimation(true)",
      declaration: "var fade: UIViewPropertyAnimator?"),
    Case(
      graph: "Panel -> NSWindow# 'window'; NSWindow -> Panel 'contentView'", cut: "contentView",
      code: "window?.close()", declaration: "var window: NSWindow?"),
    Case(
      graph: "NSView# -> Drag 'gestureRecognizers'", cut: "gestureRecognizers",
      code: "view?.removeGestureRecognizer(self)", declaration: "var view: NSView?"),
    Case(
      graph: "Halo -> CALayer# 'layer'; CALayer -> Halo 'mask'", cut: "mask",
      code: "layer.mask = nil", declaration: "let layer = CALayer()"),
    Case(
      graph: "Spin -> CALayer# 'layer'; CALayer -> Spin 'animations'", cut: "animations",
      code: "layer.removeAllAnimations()", declaration: "let layer = CALayer()"),
    Case(
      graph: "CALayer# -> Glow 'sublayers'", cut: "sublayers", code: "removeFromSuperlayer()",
      declaration: "func removeFromSuperlayer() {}"),
    Case(
      graph: "Import -> BlockOperation# 'work'; BlockOperation -> Import 'completionBlock'",
      cut: "completionBlock", code: "work.completionBlock = nil",
      declaration: "let work = BlockOperation()"),
    Case(
      graph: "Camera -> AVCaptureSession# 'session'; AVCaptureSession -> Camera 'outputs'",
      cut: "outputs", code: "session.stopRunning()",
      declaration: "let session = AVCaptureSession()"),
    // The call is made on the token that the subscription belongs to.
    Case(
      graph: "Feed -> AnyCancellable# 'token'; AnyCancellable -> Sink# 'subscription';"
        + " Sink -> Feed 'receiveValue'", cut: "receiveValue", code: "token?.cancel()",
      declaration: "var token: AnyCancellable?"),
    Case(
      graph: "Feed -> Sink# 'sink'; Sink -> Feed 'receiveValue'", cut: "receiveValue", code: nil),
    Case(
      graph: "Hall -> DisposeBag# 'bag'; DisposeBag -> Hall 'disposables'", cut: "disposables",
      code: "bag = DisposeBag()", declaration: "var bag = DisposeBag()"),
    Case(
      graph: "Hall -> CompositeDisposable# 'all'; CompositeDisposable -> Hall 'disposables'",
      cut: "disposables", code: "all.dispose()", declaration: "let all = CompositeDisposable()"),
    Case(
      graph: "Beat -> RepeatedTask# 'beat'; RepeatedTask -> Beat 'task'", cut: "task",
      code: "beat?.cancel()", declaration: "var beat: RepeatedTask?"),
    Case(
      graph: "Chat -> Continuation# 'output'; Continuation -> Chat 'storage'", cut: "storage",
      code: "output?.finish()", declaration: "var output: AsyncStream<Int>.Continuation?"),
    // Nothing says under which name the app has it, or whose code a call with `self` stands in.
    Case(graph: "RunLoop# -> Timer# 'timers'; Timer -> Clock 'target'", cut: "target", code: nil),
    Case(graph: "List -> Timer# '[0]'; Timer -> List 'target'", cut: "target", code: nil),
    Case(graph: "c{} -> Timer# 'timer'; Timer -> c 'target'", cut: "target", code: nil),
    Case(
      graph: "Other -> UIButton# 'send'; UIButton -> Form 'target'", cut: "target", code: nil),
  ]

  @Test(arguments: cases)
  private func `a call is typed where the names in it are known`(row: Case) throws {
    let graph = try ObjectGraph(row.graph).changing(objects: {
      if $0.type == row.controller { $0.kind = .controller }
    })
    let reference = try #require(graph.references.first { $0.name == row.cut })
    let answer = ReferenceRoles(graph).answer(for: reference.index)
    let step = Cut.Step(cutting: reference, as: answer.role, by: answer.how)
    #expect(step.how == .end)
    #expect(step.code?.after == row.code)
    #expect(step.code.map(\.before) == row.code.map { _ in "" })
  }

  @Test func `a property that is no optional is called without a question mark`() throws {
    let graph = ObjectGraph("Clock -> Timer# 'timer'; Timer -> Clock 'target'")
    let reference = try #require(graph.references.first { $0.name == "target" })
    let call = try #require(EndingCall(ending: reference))
    #expect(call.text(isOptional: false) == "timer.invalidate()")
    #expect(call.text(isOptional: true) == "timer?.invalidate()")
    let token = ObjectGraph("S -> NotificationToken# 't'; NotificationToken -> S 'block'")
    let block = try #require(token.references.first { $0.name == "block" })
    #expect(EndingCall(ending: block)?.text(isOptional: false) == nil)
  }

  /// Too late in a `deinit`, by an event that may name two calls.
  @Test(arguments: [
    (ObjectKind.controller, "finishTasksAndInvalidate() or invalidateAndCancel()", true),
    (.object, "finishTasksAndInvalidate() or invalidateAndCancel()", false),
    (.object, "invalidateAndCancel()", false),
  ])
  func `what a deinit ends too late is one call in another method`(
    kind: ObjectKind, event: String, isOfScreen: Bool
  ) throws {
    let graph = try ObjectGraph("Client -> URLSession# 'session'; URLSession -> Client 'delegate'")
      .changing(
        objects: { if $0.type == "Client" { $0.kind = kind } },
        references: {
          guard $0.name == "delegate" else { return }
          $0.until = .init(event: event, called: .inDeinit(of: "Client"))
        })
    let finding = try #require(Checks.findings(in: GraphAnalysis(of: graph)).first)
    let code = try #require(finding.cut.steps.first?.code)
    let call = "session.\(event.prefix { $0 != " " })"
    #expect(code.before == "deinit { \(call) }")
    let method = "override func viewDidDisappear(_ animated: Bool) {\n"
    #expect(
      code.after
        == (isOfScreen ? method + "  super.viewDidDisappear(animated)\n  \(call)\n}" : call))
  }

  @Test(arguments: [
    (
      "RunLoop# -> Timer# 'timers'; Timer -> Clock 'target'", "keep Timer in a property, and ",
      "Timer"
    ),
    ("Clock -> Timer# 'timer'; Timer -> Clock 'target'", "", "Clock.timer"),
    ("Clock -> Timer# 'timer'; Timer -> Clock 'target'; Watch -> Timer 'tick'", "", "Timer"),
    ("Clock -> Array# 'timers'; Array -> Timer# '[0]'; Timer -> Clock 'target'", "", "Timer"),
  ])
  func `what is told to end is named by its only property, or kept in one first`(
    graph: String, keeping: String, name: String
  ) throws {
    let reference = try #require(ObjectGraph(graph).references.first { $0.name == "target" })
    let step = Cut.Step(cutting: reference, as: .registration, by: .end)
    #expect(
      step.fix == keeping
        + "call invalidate() on \(name) when Clock should go, or hand it a proxy with a weak target"
    )
  }

  @Test(arguments: [
    ("Work -> c{} 'onEnd'", "onEnd", "onEnd = nil"),
    ("Chat -> Job 'task'", "task", "task?.cancel()\ntask = nil"),
  ])
  func `a closure or a task is let go in code`(graph: String, name: String, code: String) throws {
    let graph = try ObjectGraph(graph).changing(objects: {
      if $0.type == "Job" { $0.kind = .task }
    })
    let reference = try #require(graph.references.first { $0.name == name })
    #expect(Cut.Step(cutting: reference, as: .ownership, by: .end).code?.after == code)
  }

  /// What the calls use of frameworks that Linux has not, as declarations.
  private static let frameworks = """
    import Foundation
    #if canImport(FoundationNetworking)
    import FoundationNetworking
    #endif
    class UIViewController { func viewDidDisappear(_ animated: Bool) {} }
    final class CADisplayLink { func invalidate() {} }
    final class WKUserContentController {
      func removeScriptMessageHandler(forName name: String) {}
      func removeAllScriptMessageHandlers() {}
    }
    final class WKWebViewConfiguration { var userContentController = WKUserContentController() }
    final class CLLocationManager { func stopUpdatingLocation() {} }
    final class Database { func remove(transactionObserver: AnyObject) {} }
    final class WKWebView { let configuration = WKWebViewConfiguration() }
    final class UITapGestureRecognizer { func removeTarget(_ t: Any?, action: Selector?) {} }
    struct Selector {}
    final class UIButton {
      struct Event { static let allEvents = Event() }
      func removeTarget(_ target: Any?, action: Selector?, for events: Event) {}
    }
    final class NSKeyValueObservation { func invalidate() {} }
    final class UINavigationController { func popViewController(animated: Bool) {} }
    final class UIView { func removeGestureRecognizer(_ recognizer: AnyObject) {} }
    final class UIWindow { var rootViewController: UIViewController? }
    final class UIDynamicAnimator { func removeAllBehaviors() {} }
    final class UIViewPropertyAnimator { func stopAnimation(_ withoutFinishing: Bool) {} }
    final class NSWindow { func close() {} }
    final class NSView { func removeGestureRecognizer(_ recognizer: AnyObject) {} }
    final class CALayer {
      var mask: CALayer?
      func removeAllAnimations() {}
    }
    final class AVCaptureSession { func stopRunning() {} }
    final class AnyCancellable { func cancel() {} }
    final class DisposeBag {}
    final class CompositeDisposable { func dispose() {} }
    final class RepeatedTask { func cancel() {} }
    final class AVCaptureMetadataOutput {
      func setMetadataObjectsDelegate(_ delegate: AnyObject?, queue: DispatchQueue?) {}
    }

    """

  @Test func `each call compiles where it is typed`() async throws {
    var text = Self.frameworks
    var count = 0
    for row in Self.cases {
      guard let code = row.code else { continue }
      let isMethod = code.hasPrefix("override")
      text += "final class Owner\(count): \(isMethod ? "UIViewController" : "NSObject") {\n"
      text += "  \(row.declaration)\n"
      text += isMethod ? code : "  func end() { \(code) }"
      text += "\n}\n"
      count += 1
    }
    #expect(count >= 30)
    let folder = FileManager.default.temporaryDirectory.appending(path: "calls-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.utf8).write(to: folder.appending(path: "calls.swift"))
    let result = try await CommandResult.ofTool(
      "swiftc", ["-swift-version", "6", "-typecheck", "calls.swift"], in: folder,
      limit: .seconds(120))
    #expect(result.status == 0, "\(result.errors)\n\(text)")
  }
}
