/// The heap of a program over time: all objects and references that ever existed, and the changes at each moment.
///
/// A moment follows each action of the program. Where there are too many actions, only some have one; ``thinning``
/// says so.
package struct StepTrace: Sendable {
  /// An object that existed at some moment.
  package struct Object: Sendable, Equatable {
    /// As the graph and the log name it.
    package var id: String
    /// The type.
    package var type: String
    /// What a closure is called; else empty.
    package var name: String
    /// What it is.
    package var kind: ObjectKind
    /// Whether the program holds it to its end, or it is the locals of the steps.
    package var isRoot: Bool
    /// Whether its type is one of the app's, or it is a closure.
    package var isOfApp: Bool

    /// An object; see the properties.
    package init(
      id: String, type: String, name: String, kind: ObjectKind, isRoot: Bool, isOfApp: Bool
    ) {
      (self.id, self.type, self.name, self.kind) = (id, type, name, kind)
      (self.isRoot, self.isOfApp) = (isRoot, isOfApp)
    }
  }

  /// A reference that existed at some moment.
  package struct Reference: Sendable, Hashable {
    /// The position of the object that holds.
    package var from: Int
    /// The position of the object that is held.
    package var to: Int
    /// The name of the property, capture or variable.
    package var name: String
    /// How it holds.
    package var strength: Strength

    /// A reference; see the properties.
    package init(from: Int, to: Int, name: String, strength: Strength) {
      (self.from, self.to, self.name, self.strength) = (from, to, name, strength)
    }
  }

  /// The phase of an object's life.
  package enum Phase: Sendable, Equatable {
    /// It is not there yet.
    case unborn
    /// It is there.
    case alive
    /// Its `deinit` runs.
    case deiniting
    /// It is gone.
    case freed
  }

  /// An object at a moment.
  package struct Count: Sendable, Equatable {
    /// Where it is in its life.
    package var phase: Phase = .unborn
    /// The strong references to it, each of which the film shows.
    package var strong: Int32 = 0
    /// The strong references of code that runs at this moment.
    package var running: Int32 = 0

    /// An object; see the properties.
    package init(phase: Phase = .unborn, strong: Int32 = 0, running: Int32 = 0) {
      (self.phase, self.strong, self.running) = (phase, strong, running)
    }
  }

  /// A reference at a moment.
  package enum Hold: Sendable, Equatable {
    /// It is not there.
    case absent
    /// It is there.
    case present
    /// It is weak, and reads `nil` since its target was freed.
    case zeroed
    /// It is unowned or unmanaged, and its target was freed.
    case dangling
  }

  /// The part of an action that has happened.
  package enum Part: Sendable, Equatable {
    /// It has begun, and runs other actions.
    case begins
    /// It has happened.
    case done
    /// It has ended, and other actions were part of it.
    case ends
    /// The program crashes here: it reads what this unowned reference named.
    case crashes(String)
  }

  /// A moment.
  package struct Moment: Sendable {
    /// The file in which the action stands; empty for that of the scenario itself.
    package var file: String
    /// The line of the action, from 1; 0 for the end, and where there is no text.
    package var line: Int
    /// The callback, method or closure of the action, as `Profile.viewDidLoad()`, or `steps`.
    package var owner: String
    /// The action in words, as `push screen, on nav`.
    package var words: String
    /// How much of the action has happened.
    package var part: Part
    /// How many entries the log has now.
    package var logCount: Int
    /// The objects that are otherwise than at the moment before, by position.
    package var objects: [(object: Int, count: Count)] = []
    /// The references that are otherwise than at the moment before, by position.
    package var references: [(reference: Int, hold: Hold)] = []

    /// A moment that changes nothing yet; see the properties.
    package init(
      file: String, line: Int, owner: String, words: String, part: Part, logCount: Int
    ) {
      (self.file, self.line, self.owner) = (file, line, owner)
      (self.words, self.part, self.logCount) = (words, part, logCount)
    }
  }

  /// A text to whose lines the moments refer.
  package struct Source: Sendable {
    /// The name of the file, as moments have it.
    package var name: String
    /// What stands in it.
    package var text: String

    /// The text of a file.
    package init(name: String, text: String) { (self.name, self.text) = (name, text) }
  }

  /// The texts, that of the scenario itself first.
  package var sources: [Source] = []
  /// What there ever was.
  package var objects: [Object] = []
  /// The references that there ever were.
  package var references: [Reference] = []
  /// The moments in their order.
  package var moments: [Moment] = []
  /// What is left out, in a sentence; empty where nothing is.
  package var thinning: String = ""

  /// Nothing so far.
  package init() {}

  /// The position of the text that a moment is about, or `nil`.
  package func source(of moment: Moment) -> Int? {
    guard !moment.file.isEmpty else { return sources.isEmpty ? nil : 0 }
    return sources.firstIndex { $0.name == moment.file }
  }
}
