import LeakCheckGraph

/// The calls that end the references which frameworks hold, where a dump does not say it.
///
/// Source: Apple's documentation of each class. A row is chosen by the holder's kind or by words of its
/// type, and by the word for the held object where one holder has several.
enum EndingEvents {
  private struct Row {
    var kind: ObjectKind?
    var types: [String]
    var names: [String] = []
    var event: String
  }

  /// Called on a controller, whoever holds what it presented.
  static let dismissal = "dismiss(animated:)"

  private static let rows: [Row] = [
    Row(kind: .timer, types: ["Timer", "DisplayLink"], event: "invalidate()"),
    Row(
      types: ["URLSession"], names: ["delegate"],
      event: "finishTasksAndInvalidate() or invalidateAndCancel()"),
    Row(types: ["CAAnimation", "BasicAnimation"], names: ["delegate"], event: "removeAnimation"),
    Row(
      types: ["UserContentController"],
      names: ["scriptMessageHandlers", "messageHandlers", "handlers", "handler"],
      event: "removeScriptMessageHandler(forName:)"),
    Row(types: ["KeyValueObservation"], event: "invalidate()"),
    Row(types: ["NotificationCenter"], event: "removeObserver(_:)"),
    Row(types: ["AVPlayer"], names: ["timeObserver", "observer"], event: "removeTimeObserver(_:)"),
    // Combine's are observers too, but have no centre.
    Row(
      types: ["Cancellable", "Subscription", "Subscriber", "Sink", "Assign", "Publisher"],
      event: "cancel()"),
    Row(
      kind: .observer, types: ["BlockObserver", "NotificationToken"],
      event: "removeObserver(_:) with its token"),
    Row(types: ["DispatchSource", "DispatchWorkItem"], event: "cancel()"),
    Row(types: ["CheckedContinuation"], event: "resume() exactly once, on every path"),
    Row(types: ["AsyncStream", "Continuation"], event: "finish()"),
    Row(kind: .task, types: ["Task"], event: "cancel(), and return when cancelled"),
    Row(
      types: ["NavigationController"], names: ["viewControllers", "topViewController"],
      event: "popViewController(animated:)"),
    Row(
      types: [], names: ["presentedViewController", "presentedViewControllers", "presented"],
      event: dismissal),
    Row(types: [], names: ["children", "childViewControllers"], event: "removeFromParent()"),
    Row(types: [], names: ["subviews"], event: "removeFromSuperview()"),
    Row(types: [], names: ["gestureRecognizers"], event: "removeGestureRecognizer(_:)"),
  ]

  /// The call that ends `reference`, or `nil` when none is known.
  static func event(ending reference: ObjectGraph.Reference) -> String? {
    if let until = reference.until { return until.event }
    let source = reference.source
    let type = source.type
    // Not ASCII: none of its bytes, which sends the search to the text.
    let bytes = type.utf8.allSatisfy { $0 < 0x80 } ? Array(type.utf8) : []
    let row = rows.first { row in
      let isHolder =
        (row.kind != nil && row.kind == source.kind)
        || row.types.contains { contains($0, in: type, bytes) }
        || (row.types.isEmpty && row.kind == nil)
      return isHolder && (row.names.isEmpty || row.names.contains(reference.name))
    }
    return row?.event
  }

  /// An event as the call and what must be done besides: `cancel()` and `return when cancelled`.
  static func steps(of event: String) -> (call: Substring, then: Substring?) {
    guard let place = event.firstRange(of: ", and ") else { return (event[...], nil) }
    return (event[..<place.lowerBound], event[place.upperBound...])
  }

  /// Whether a type has a row's word in it: by bytes where it is ASCII, as the rows are and nearly all types.
  private static func contains(_ word: String, in type: String, _ bytes: [UInt8]) -> Bool {
    guard type.utf8.count == bytes.count else { return type.contains(word) }
    let word = Array(word.utf8)
    guard let first = word.first, bytes.count >= word.count else { return false }
    return (0...bytes.count - word.count).contains { start in
      bytes[start] == first && bytes[start..<start + word.count].elementsEqual(word)
    }
  }
}
