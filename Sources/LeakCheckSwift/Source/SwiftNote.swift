public import LeakCheckLifecycle

/// A note about code that the simulation does not follow as written.
public struct SwiftNote: Hashable, Sendable {
  /// The place.
  public var place: SourcePlace
  /// The problem and the way to resolve it.
  public var message: String
  /// Whether another reading could change the findings, so that a report must not say "no findings".
  public var unsettles: Bool

  /// The note as one line: `Screen.swift:14:5: …`.
  public var text: String { "\(place.file):\(place.line):\(place.column): \(message)" }
}
