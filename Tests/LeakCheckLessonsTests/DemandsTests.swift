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
    Attempt(
      "timer-with-a-block", "_ in\n      MainActor.assumeIsolated { self.tick() }\n", "_ in\n"),
    Attempt("notification-block", "      MainActor.assumeIsolated { self.refresh() }\n", ""),
    Attempt("key-value-observation", "      MainActor.assumeIsolated { self.refresh() }\n", ""),
    Attempt("combine-sink", "self.show(text)", "print(text)"),
    Attempt("url-session-delegate", "delegate: self", "delegate: nil"),
    Attempt("dispatch-source", "    source?.setEventHandler { self.reload() }\n", ""),
    Attempt("script-message-handler", "    content.add(self, name: \"app\")\n", ""),
    Attempt("child-forgotten", "    addChild(map)\n", ""),
    Attempt("child-forgotten", "expectGone(Map.self)", ""),
    Attempt("task-that-waits", "    try? await Task.sleep(for: .seconds(60))\n", ""),
    Attempt("key-value-observation", "  var observation", "  weak var observation"),
    Attempt("dispatch-source", "  var source", "  weak var source"),
    Attempt("combine-sink", "  var cancellables: Set<AnyCancellable> = []\n", ""),
    Attempt("tab-replaced", "self.reload()", "print(1)"),
    Attempt("two-strong-selves", "    onChange = { self.refresh() }\n", ""),
    Attempt(
      "delegate-nobody-owns",
      """

        override func viewDidLoad() {
          super.viewDidLoad()
          let counter = Counter()
          loader.delegate = counter

      """,
      """
        let counter = Counter()

        override func viewDidLoad() {
          super.viewDidLoad()

      """),
    Attempt("task-within-a-task", "        for await value in updates { show(value) }\n", ""),
    Attempt("stream-never-finished", "for await message in channel.messages { show(message) }", ""),
    Attempt("stream-that-tells-its-end", "      Task { @MainActor in self.stop() }\n", ""),
    Attempt("task-of-an-actor", "for await _ in updates { add() }", ""),
    Attempt(
      "assign-on-self", "    subject.assign(to: \\.text, on: self).store(in: &cancellables)\n", ""),
    Attempt(
      "weak-keys-strong-values", "    Connection.shared.add(Handler(for: self), for: self)\n", ""),
    Attempt("helper-with-a-timer", "    ticker.start()\n", ""),
    Attempt("cancelled-work-item", "{ self.search() }", "{}"),
    Attempt(
      "set-to-nil", "    task = Task {\n      for await value in updates { show(value) }\n    }\n",
      ""),
    Attempt("values-in-a-cycle", "onTap: choose", "onTap: {}"),
    Attempt("innocent-cache", "{ self.save() }", "{}"),
  ])
  func `to leave out what a program does is not a fix`(_ attempt: Attempt) throws {
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
    Attempt("singleton-cache", "  var listeners", "  weak var listeners"),
    Attempt("stored-closure", "  var onUpdate", "  weak var onUpdate"),
  ])
  func `what leaks still or is no Swift is not green`(_ attempt: Attempt) throws {
    #expect([.red, .unread].contains(try attempt.judgement().verdict))
  }

  @Test(arguments: Mended.lessons)
  func `no line can be left out`(_ lesson: Lesson) throws {
    let judge = try LessonJudge(of: lesson)
    let lines = lesson.source.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let text = line.drop { $0 == " " }
      guard !text.isEmpty, !["//", "}", "import"].contains(where: text.hasPrefix) else { continue }
      let rest = (lines[..<number] + lines[(number + 1)...]).joined(separator: "\n")
      #expect(judge.judgement(on: rest).verdict != .green, "without \(line)")
    }
  }

  @Test(arguments: [
    Attempt(
      "sheet-and-viewWillAppear", "    dismiss(animated: true)\n",
      "    dismiss(animated: true) { [weak self] in self?.reload() }\n"),
    Attempt("stored-closure", "self.refresh()", "[weak self] in if let self { refresh() }"),
    Attempt("coordinator", "func finish() {}", "func finish() { screen = nil }"),
    Attempt("delegate-nobody-owns", "  weak var delegate", "  var delegate"),
    Attempt(
      "assign-on-self", "assign(to: \\.text, on: self)", "sink { [weak self] in self?.text = $0 }"),
    Attempt("cancelled-work-item", "{ self.search() }", "{ [weak self] in self?.search() }"),
    Attempt(
      "helper-with-a-timer", "  func refresh() {}\n",
      "  func refresh() {}\n\n  isolated deinit { ticker.timer?.invalidate() }\n"),
    Attempt(
      "task-that-waits", "    Task {\n      let user = await server.load()\n      show(user)\n",
      """
          Task { [weak self] in
            guard let server = self?.server else { return }
            let user = await server.load()
            self?.show(user)

      """),
  ])
  func `there is more than one fix`(_ attempt: Attempt) throws {
    let judgement = try attempt.judgement()
    #expect(judgement.verdict == .green, "\(judgement.reasons)")
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
