import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport
import Testing

@Suite struct HTMLStepsTests {
  private func page(_ trace: StepTrace, log: [String] = []) -> String {
    var report = PictureCases.timer()
    report.run = RunRecord(
      log: log.map { .init(callback: $0, type: "T", id: "t") }, misuse: [], failedChecks: [])
    report.run?.steps = trace
    var text = ""
    HTMLFormat { _ in .missing("none here") }.write([report], to: &text)
    return text
  }

  @Test func `each moment is told in words, with its line and what it changes`() {
    let text = page(StepCases.film(), log: ["init()"])
    #expect(text.contains("<section class=\"steps\" id=\"r1s\">"))
    #expect(text.contains("<a class=\"overview\" href=\"#r1s\"><b>Step by step</b><span>3 steps"))
    #expect(
      text.contains("<li><span>line 2:</span> <b>new Screen</b><i>Screen is new, strong 1</i>"))
    #expect(
      text.contains(
        "<span>line 3 · Screen.<wbr>load():</span> <b>set delegate</b><i>Screen: strong 1 → 2</i>"))
    #expect(text.contains("<i>Screen is freed</i><i>Model.delegate is nil now</i>"))
    #expect(text.contains("<li id=\"r1sl0_2\" value=\"2\">  second &lt;line&gt;</li>"))
    #expect(text.contains("<p>No picture: none here</p>"))
  }

  @Test func `what should be gone is named at the end, and namesakes by their ids`() {
    let kept = PictureCases.timer().findings[0].holds.objects.map { "\($0.id)" }
    #expect(kept.contains("screen"))
    let text = page(StepCases.film())
    #expect(text.contains("<i class=\"error\">should be gone: Screen and 1 more</i>"))
    var film = StepCases.film()
    film.objects[2].type = "Screen"
    #expect(page(film).contains("<i>Screen (screen): strong 1 → 2</i>"))
  }

  @Test func `of a long text the lines are shown where something happens`() {
    var film = StepCases.film()
    film.sources[0].text = (1...900).map { "text \($0)" }.joined(separator: "\n")
    for (moment, line) in [2, 500].enumerated() { film.moments[moment].line = line }
    film.moments[2].line = 0
    let text = page(film)
    let lines = text.matches(of: #/id="r1sl0_(\d+)"/#).compactMap { Int($0.output.1) }
    #expect(lines == [1, 2, 3, 4, 498, 499, 500, 501, 502])
    #expect(text.contains("<li class=\"gap\" value=\"497\">…</li>"))
  }

  @Test func `an empty line is shown empty`() {
    var film = StepCases.film()
    film.sources[0].text = "import UIKit\n\n  \nclass A {}\n"
    let text = page(film)
    #expect(
      text.contains("<li id=\"r1sl0_2\" value=\"2\"></li><li id=\"r1sl0_3\" value=\"3\"></li>"))
    #expect(!text.contains("(no name)</li>"))
  }

  @Test func `a run without recorded moments has no such section`() {
    #expect(!page(StepTrace()).contains("class=\"steps\""))
  }

  @Test func `of many objects the app's are drawn, and views that keep only views are not`() {
    var film = StepCases.film()
    let first = film.objects.count
    for number in 0..<60 {
      film.objects.append(StepCases.object("UIView", "view\(number)", .view, isOfApp: false))
      film.references.append(
        .init(from: 1, to: first + number, name: "view", strength: .strong))
    }
    #expect(page(film).contains("60 objects of frameworks are not drawn"))
    for number in 0..<60 { film.objects[first + number].isOfApp = true }
    #expect(page(film).contains("27 objects of frameworks are not drawn"))
  }
}

/// Films to show.
enum StepCases {
  static func object(
    _ type: String, _ id: String, _ kind: ObjectKind = .object, isOfApp: Bool = true
  ) -> StepTrace.Object {
    .init(id: id, type: type, name: "", kind: kind, isRoot: false, isOfApp: isOfApp)
  }

  /// A screen that is made, referred to, and freed.
  static func film() -> StepTrace {
    var film = StepTrace()
    film.sources = [.init(name: "s.json", text: "first\n  second <line>\nthird\n")]
    film.objects = [
      .init(
        id: "locals", type: "Local variables", name: "", kind: .object, isRoot: true, isOfApp: true),
      object("Screen", "screen", .controller), object("Model", "model"),
    ]
    film.references = [
      .init(from: 0, to: 1, name: "screen", strength: .strong),
      .init(from: 2, to: 1, name: "delegate", strength: .weak),
    ]
    film.moments = ["new Screen", "set delegate", "drop screen"].enumerated().map { index, words in
      .init(
        file: "", line: index + 2, owner: index == 1 ? "Screen.load()" : "steps", words: words,
        part: .done, logCount: 0)
    }
    film.moments[0].objects = [(0, .init(phase: .alive)), (1, .init(phase: .alive, strong: 1))]
    film.moments[0].references = [(0, .present)]
    film.moments[1].objects = [(1, .init(phase: .alive, strong: 2)), (2, .init(phase: .alive))]
    film.moments[1].references = [(1, .present)]
    film.moments[2].objects = [(1, .init(phase: .freed))]
    film.moments[2].references = [(0, .absent), (1, .zeroed)]
    return film
  }

  /// A film in which every text is `name`.
  static func hostile(_ name: String) -> StepTrace {
    var film = film()
    film.sources = [.init(name: name, text: name), .init(name: "b", text: "\(name)\n\(name)")]
    for index in film.objects.indices {
      let object = film.objects[index]
      film.objects[index] = .init(
        id: name, type: name, name: index == 1 ? name : "", kind: object.kind,
        isRoot: object.isRoot, isOfApp: true)
    }
    for index in film.references.indices { film.references[index].name = name }
    for index in film.moments.indices {
      (film.moments[index].owner, film.moments[index].words) = (name, name)
      film.moments[index].file = index == 1 ? name : ""
    }
    film.moments[2].part = .crashes(name)
    film.thinning = name
    return film
  }
}
