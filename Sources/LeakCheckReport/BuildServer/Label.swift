import LeakCheckText

/// A key and a value that a run was told of itself, such as `version` and `4.2`.
public struct Label: Hashable, Sendable {
  /// What is told.
  public let key: String
  /// What it is.
  public let value: String

  /// A label.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}

extension Label {
  /// The member `labels` of a report as JSON, where there are any.
  static func members(of labels: [Label]) -> [(String, JSONValue)] {
    labels.isEmpty ? [] : [("labels", .object(labels.map { ($0.key, .string($0.value)) }))]
  }
}
