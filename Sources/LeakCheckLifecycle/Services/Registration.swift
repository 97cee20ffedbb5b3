import LeakCheckGraph

/// Something that a framework holds until an event ends it.
struct Registration {
  enum Kind: Sendable {
    case timer, displayLink, observer, observation, task, source, session, subscription
    case work, dataTask, continuation

    /// What it is called; those that end by themselves, or that another kind may stand for, are not.
    var word: String? {
      switch self {
      case .timer, .displayLink: "timer or display link"
      case .observation: "observation of a property"
      case .source: "dispatch source"
      case .session: "URL session"
      case .subscription: "subscription"
      case .observer, .task, .work, .dataTask, .continuation: nil
      }
    }
  }

  var kind: Kind
  /// What is held: the timer, the token, the task.
  var object: Int32
  /// Whose code made it, or -1.
  var owner: Int32
  /// The callback in which it was made.
  var callback: String
  var site: Int32
  /// The objects that hold something for it.
  var holders: [Int32] = []
  /// Whether it ends by itself.
  var endsByItself = false
  /// The event that ends it, as the graph names it.
  var event: String
  var isActive = true
  /// Whether somebody asked a task to end.
  var isCancelled = false
}
