public import LeakCheckLifecycle

/// Something in a source that the simulation does not follow as it is written.
public struct SwiftNote: Hashable, Sendable {
  /// Where it is.
  public var place: SourcePlace
  /// What it is, and the way out.
  public var message: String
  /// Whether another reading could change what is found: then nobody may say that nothing is.
  public var unsettles: Bool

  /// The note as a line: `Screen.swift:14:5: …`.
  public var text: String { "\(place.file):\(place.line):\(place.column): \(message)" }
}
