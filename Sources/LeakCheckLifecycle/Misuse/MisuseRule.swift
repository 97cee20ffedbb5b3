/// A misuse of UIKit: its code, wording, correct form and detection in a run.
///
/// A rule only looks: it must change nothing of the run, nor announce events of its own.
protocol MisuseRule: Sendable {
  /// The code, which is stable.
  var code: Misuse.Code { get }
  /// What is wrong and why it matters.
  var message: String { get }
  /// The correct form.
  var correct: String { get }
  /// The events that the rule judges; it hears of no others.
  var events: [RunEvent.Kind] { get }

  /// Whether the rule wants to know what is called just now: calls are many, and are announced only then.
  var followsCalls: Bool { get }

  /// Judges an event, and reports what is wrong.
  mutating func judge(_ event: RunEvent, in run: Simulation)
}

extension MisuseRule {
  var followsCalls: Bool { false }
}

/// A monitor that reports a run's events to the rules and collects their findings.
///
/// A class, because a rule reports while it is asked.
final class MisuseMonitor {
  /// What was found, in the order of finding.
  private(set) var found: [Misuse] = []
  /// What was reported already, so that a callback that repeats does not.
  private var reported: Set<String> = []
  private var rules = Misuses.all
  /// The positions of the rules that hear of each kind of event.
  private let listeners: [[Int]]
  /// Whether some rule wants to know what is called.
  private(set) var followsCalls = false

  init() {
    listeners = RunEvent.Kind.allCases.map { kind in
      Misuses.all.indices.filter { Misuses.all[$0].events.contains(kind) }
    }
  }

  func tell(_ event: RunEvent, of run: Simulation) {
    for index in listeners[event.kind.rawValue] { rules[index].judge(event, in: run) }
    if event.kind != .called {
      followsCalls = listeners[RunEvent.Kind.called.rawValue].contains { rules[$0].followsCalls }
    }
  }

  func add(_ misuse: Misuse) { found.append(misuse) }

  /// Whether nothing was reported under a key so far; from now on something was.
  func isNew(_ key: String) -> Bool { reported.insert(key).inserted }
}

extension Simulation {
  /// The misuses found so far.
  var misuses: [Misuse] { monitor.found }

  /// Tells the rules of misuse of an event; a replay is not judged.
  func announce(_ event: RunEvent) {
    if !settings.isReplay { monitor.tell(event, of: self) }
  }

  /// Reports a misuse, once for each place of the scenario.
  func report(
    _ rule: some MisuseRule, of object: Int32, message: String? = nil, callback: String? = nil,
    site: Int32? = nil
  ) {
    guard halt == nil else { return }
    let (site, callback) = (site ?? self.site, callback ?? callbackText)
    let key = "\(rule.code.rawValue) \(line(of: site)) \(typeOfMisuse(object)) \(callback)"
    guard monitor.isNew(key) else { return }
    add(rule, of: object, message: message, callback: callback, site: site)
  }

  /// The line of a site in its source, which says the same once, or the site itself.
  private func line(of site: Int32) -> String {
    guard let place = sitePlace(site), !place.file.isEmpty else { return "\(site)" }
    return "\(place.file):\(place.line)"
  }

  /// Reports what still runs where it was made.
  func report(_ rule: some MisuseRule, for registration: Registration) {
    report(
      rule, of: registration.owner, callback: registration.callback, site: registration.site)
  }

  /// Adds a misuse, also behind the end of the run.
  func add(
    _ rule: some MisuseRule, of object: Int32, message: String? = nil, correct: String? = nil,
    callback: String, site: Int32
  ) {
    let place = sitePlace(site)
    let correct = correct ?? rule.correct
    let isOfAppKit = object >= 0 && types.isOfAppKit(heap.type(of: object))
    monitor.add(
      Misuse(
        code: rule.code, callback: callback, type: typeOfMisuse(object),
        message: message ?? rule.message,
        correct: isOfAppKit ? correct.replacing("Disappear(_:)", with: "Disappear()") : correct,
        line: place?.line ?? 0, file: place?.file ?? ""))
  }

  private func typeOfMisuse(_ object: Int32) -> String {
    object >= 0 ? typeName(object) : "steps"
  }
}
