import Testing

/// A leak as an app has it, or what looks like one and is none.
struct LeakScenario: Sendable, CustomTestStringConvertible {
  /// What must become of the object once its maker has returned.
  enum Fate: Sendable {
    case freed
    case leaked
    case held
  }

  let name: String
  let fate: Fate
  /// What the reported path must say, in this order; a cycle may begin anywhere.
  let pathWords: [String]
  /// Whether memory of C or the frames of a task lie on its cycle.
  var passesLibrary = false
  let make: @Sendable () async throws -> LeakProbe

  init(
    _ name: String, _ fate: Fate, path pathWords: [String] = [],
    make: @escaping @Sendable () async throws -> LeakProbe
  ) {
    self.name = name
    self.fate = fate
    self.pathWords = pathWords
    self.make = make
  }

  var testDescription: String { name }

  /// The first word that a path does not say in its place, or nothing.
  ///
  /// A cycle is read twice, since its report may begin at any of its objects.
  func missingWord(inPath text: String) -> String? {
    var rest = (fate == .leaked ? text + "\n" + text : text)[...]
    for word in pathWords {
      guard let found = rest.firstRange(of: word) else { return word }
      rest = rest[found.upperBound...]
    }
    return nil
  }
}

/// What a test knows of an object without keeping it.
///
/// Only the test that made it uses it, one step after the other; hence `@unchecked Sendable`.
final class LeakProbe: @unchecked Sendable {
  private weak var object: AnyObject?
  private let ending: @Sendable (LeakProbe) async -> Void
  /// What a local of the test still holds.
  private let local: AnyObject?
  let address: MaskedAddress

  /// A probe of `object`; `end` breaks what keeps it, if it is still there by then.
  init<Object: AnyObject & SendableMetatype>(
    _ object: Object, local: AnyObject? = nil,
    end: @escaping @Sendable (Object) async -> Void = { _ in }
  ) {
    self.object = object
    self.local = local
    address = MaskedAddress(of: object)
    ending = { probe in
      guard let object = probe.object as? Object else { return }
      await end(object)
    }
  }

  /// Whether the object has not been freed.
  var isAlive: Bool { object != nil }

  /// Ends what the scenario began.
  func end() async { await ending(self) }
}
