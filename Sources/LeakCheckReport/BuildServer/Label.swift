import LeakCheckText

/// A label of a run: a key and a value, such as `version` and `4.2`.
public struct Label: Hashable, Sendable {
  /// The key.
  public let key: String
  /// The value.
  public let value: String

  /// Creates a label.
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
