/// Tasks and streams.
extension ActionList {
  /// Starts a task, which runs until its first wait.
  public mutating func task(_ closure: Value, in place: Place? = nil) {
    add(.task(.task), ["task": .value(closure), "in": self.place(place)])
  }
  /// Waits for a signal, in a task; a lost one, like a continuation that a path does not resume, never comes.
  public mutating func await(_ signal: String, lost: Bool = false) {
    add(.task(.await), ["await": .text(signal), "lost": lost ? .truth(true) : nil])
  }
  /// Runs actions for each value of a stream, in a task.
  public mutating func forAwait(_ stream: String, do body: (inout ActionList) -> Void) {
    add(.task(.forAwait), ["for await": .text(stream), "do": list(body)])
  }
  /// Cancels a task, a subscription or a dispatch source.
  public mutating func cancel(_ place: Place) { add(.task(.cancel), ["cancel": .place(place)]) }
  /// Wakes everything that waits for a signal.
  public mutating func signal(_ signal: String) { add(.task(.signal), ["signal": .text(signal)]) }
  /// Yields a value to a stream.
  public mutating func yield(_ stream: String) { add(.task(.yield), ["yield": .text(stream)]) }
  /// Finishes a stream.
  public mutating func finish(_ stream: String) { add(.task(.finish), ["finish": .text(stream)]) }
}
