import LeakCheckLessons
import Testing

/// What is no fix, though nothing leaks any more.
@Suite struct DemandsTests {
  /// A lesson, what stands in it, and what a learner writes there.
  struct Attempt: CustomTestStringConvertible {
    var lesson: String
    var old: String
    var new: String
    var testDescription: String { "\(lesson): \(new.isEmpty ? "nothing" : new)" }

    init(_ lesson: String, _ old: String, _ new: String) {
      (self.lesson, self.old, self.new) = (lesson, old, new)
    }

    func judgement() throws -> Judgement {
      let lesson = try #require(try Curriculum.shipped()[lesson])
      #expect(lesson.source.contains(old))
      let source = lesson.source.replacing(old, with: new)
      return try LessonJudge(of: lesson).judgement(on: source)
    }
  }

  @Test(arguments: [
    Attempt("stored-closure", "{ self.refresh() }", "{}"),
    Attempt("stored-closure", "    onUpdate = { self.refresh() }\n", ""),
    Attempt("stored-closure", "    onUpdate = { self.refresh() }\n", "    refresh()\n"),
    Attempt("stored-closure", "navigation.pushViewController(Profile(), animated: false)\n", ""),
    Attempt("nested-weak-self", "self.load { [weak self] in self?.refresh() }", ""),
    Attempt("bound-method", "    onTap = play\n", ""),
    Attempt("lazy-closure", "{ self.text() }", "{ \"Detail\" }"),
    Attempt("reused-cell", "{ self.open() }", "nil"),
    Attempt("mock-that-records", "{ self.done() }", "{}"),
    Attempt("strong-delegate", "    loader?.delegate = self\n", ""),
    Attempt("back-reference", "  second.previous = first\n", ""),
    Attempt("coordinator", "    login.coordinator = self\n", ""),
    Attempt("singleton-cache", "    Connection.shared.listeners.append(self)\n", ""),
    Attempt("timer-with-a-block", "{ _ in self.tick() }", "{ _ in }"),
    Attempt("notification-block", "      _ in self.refresh()\n", "      _ in\n"),
    Attempt("key-value-observation", "{ _, _ in self.refresh() }", "{ _, _ in }"),
    Attempt("combine-sink", "self.show(text)", "print(text)"),
    Attempt("url-session-delegate", "delegate: self", "delegate: nil"),
    Attempt("dispatch-source", "    source?.setEventHandler { self.reload() }\n", ""),
    Attempt("script-message-handler", "    content.add(self, name: \"app\")\n", ""),
    Attempt("child-forgotten", "    addChild(map)\n", ""),
    Attempt("tab-replaced", "self.reload()", "print(1)"),
  ])
  func `to leave out what a program does is no fix`(_ attempt: Attempt) throws {
    let judgement = try attempt.judgement()
    #expect([.refused, .red].contains(judgement.verdict))
    #expect(!judgement.reasons.isEmpty)
  }

  @Test(arguments: [
    (Attempt("strong-delegate", "  var loader:", "  weak var loader:"), "Loader"),
    (Attempt("back-reference", "  var next", "  weak var next"), "Node"),
    (Attempt("coordinator", "  var screen", "  weak var screen"), "Login"),
  ])
  func `an owner that is made weak lets go of what is needed`(
    _ attempt: Attempt, _ victim: String
  ) throws {
    let judgement = try attempt.judgement()
    #expect(judgement.verdict == .refused)
    #expect(judgement.reasons.contains { $0.hasPrefix("\(victim) dies before") })
  }

  @Test(arguments: [
    Attempt(
      "singleton-cache",
      "var listeners: [Chat] = []\n\n  func send() {\n    for listener in listeners",
      "var listeners: [Chat] = []\n\n  func send() {\n    for listener in listeners"),
    Attempt("stored-closure", "onUpdate?()\n  }", "onUpdate?()\n"),
  ])
  func `what leaks still or is no Swift is not green`(_ attempt: Attempt) throws {
    #expect([.red, .unread].contains(try attempt.judgement().verdict))
  }

  @Test func `a fix that nobody has thought of is one`() throws {
    let attempt = Attempt(
      "stored-closure", "  func refresh",
      """
        override func viewDidDisappear(_ animated: Bool) {
          super.viewDidDisappear(animated)
          onUpdate = nil
        }

        func refresh
      """)
    #expect(try attempt.judgement().verdict == .green)
  }
}
