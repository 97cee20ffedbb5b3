public import LeakCheckLifecycle
public import LeakCheckText
import SwiftSyntax

/// A reader that turns Swift sources into a scenario.
public struct SwiftReader: Sendable {
  /// A Swift file.
  public struct File: Sendable {
    /// The name of the file in reports.
    public var name: String
    /// The content.
    public var bytes: [UInt8]

    /// Creates a file with a name and bytes.
    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The scenario that leakcheck understood, with notes.
  public struct Translation: Sendable {
    /// The scenario.
    public var scenario: Scenario
    /// The notes about code that is not followed as written, in order of discovery.
    public var notes: [SwiftNote]
    /// The parsed sources.
    let files: [SourceFile]

    /// Whether leakcheck understood everything that could change the findings.
    public var isSettled: Bool { !notes.contains(where: \.unsettles) }
  }

  /// Sources up to this many bytes are read a second time when a doubt remains.
  private static let mostReadTwice = 1 << 20

  /// Creates a reader.
  public init() {}

  /// Reads the scenario of files that belong together.
  ///
  /// - Parameters:
  ///   - files: the sources; the declarations of each are visible to the others.
  ///   - name: the name of the scenario.
  ///   - type: the type whose life to follow, or `nil` for the program in the sources.
  /// - Returns: the scenario and the notes.
  /// - Throws: ``LeakCheckText/InputError`` at the first place that is not Swift, or if there is no such `type`.
  /// - Complexity: O(bytes + actions).
  public func read(
    _ files: [File], named name: String, only type: String? = nil
  ) throws(InputError) -> Translation {
    let read = DeepStack.map(files) { file in
      Self.result { () throws(InputError) in try SourceFile(named: file.name, bytes: file.bytes) }
    }
    var sources: [SourceFile] = []
    for file in read { sources.append(try file.get()) }
    let result = DeepStack.run { [sources] in
      Self.result { () throws(InputError) in try translate(sources, named: name, only: type) }
    }
    return try result.get()
  }

  private static func result<Success>(
    _ work: () throws(InputError) -> Success
  ) -> Result<Success, InputError> {
    do throws(InputError) {
      return .success(try work())
    } catch {
      return .failure(error)
    }
  }

  private func translate(
    _ files: [SourceFile], named name: String, only type: String?
  ) throws(InputError) -> Translation {
    let model = SourceModel(files)
    if let type, model[type] == nil {
      let nearest = NearestWord.nearest(to: type, among: model.types.map(\.name))
      throw InputError(
        source: files.first?.name ?? name, line: 1, column: 1,
        problem: "no type \(Quotation.quoted(type)) is declared", expected: "a type in the files",
        suggestion: nearest.map { Quotation.quoted($0) })
    }
    let source = files.first?.name ?? name
    func scenario(_ translator: Translator) -> Scenario {
      var scenario = translator.translate(named: name, only: type)
      scenario.source = source
      return scenario
    }
    let size = files.reduce(0) { $0 + $1.bytes.count }
    var translator = Translator(model)
    var likely = scenario(translator)
    if translator.asksForOutcomes, size <= Self.mostReadTwice, likely.findsNothing {
      let other = Translator(model, endsInFailure: true)
      let failing = scenario(other)
      if !failing.findsNothing { (translator, likely) = (other, failing) }
    }
    let fails = translator.endsInFailure
    var notes = translator.notes + unseenPushes(of: likely, translator)
    guard !translator.doubts.isEmpty else {
      return Translation(scenario: likely, notes: notes, files: files)
    }
    // Code that depends on runtime values is read both ways: the result is settled only if both readings find the same.
    guard size <= Self.mostReadTwice else {
      notes += translator.doubts.map {
        SwiftNote(place: $0.place, message: $0.message, unsettles: true)
      }
      return Translation(scenario: likely, notes: notes, files: files)
    }
    let least = scenario(Translator(model, reading: .letsGo, endsInFailure: fails))
    let most = scenario(Translator(model, reading: .keepsAll, endsInFailure: fails))
    let isSettled = most.findsTheSame(as: least)
    notes += translator.doubts.map { doubt in
      var note = doubt
      note.unsettles = !isSettled
      return note
    }
    return Translation(scenario: isSettled ? likely : least, notes: notes, files: files)
  }

  /// Notes the pushes that show nothing.
  ///
  /// A test runs as written: a controller that it does not show does not appear in the simulation either.
  private func unseenPushes(of scenario: Scenario, _ translator: Translator) -> [SwiftNote] {
    guard translator.pushes, !translator.runsTests else { return [] }
    var places: Set<SourcePlace> = []
    return scenario.unseenPushes().filter { places.insert($0.place).inserted }.map { push in
      SwiftNote(
        place: push.place,
        message: "\(push.type) never appears, as \(push.navigation) is in no window: show it first"
          + " with let window = UIWindow(); window.rootViewController = \(push.navigation);"
          + " window.makeKeyAndVisible()",
        unsettles: true)
    }
  }
}
