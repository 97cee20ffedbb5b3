/// A list of actions, one method for each word of the format.
///
/// Places are names with dotted properties (`"self.timer"`), as in the format. The page <doc:scenario-format>
/// describes each action.
public struct ActionList: Sendable {
  var actions: [Action] = []

  /// The source place for the actions that you add next, or `nil` if unknown.
  public var place: SourcePlace?

  /// Creates an empty list.
  public init() {}

  init(actions: [Action]) { self.actions = actions }

  /// Adds the actions of another list.
  package mutating func append(contentsOf other: ActionList) { actions += other.actions }

  /// The names that a closure with these actions would capture.
  ///
  /// - Complexity: O(actions).
  package var neededNames: Set<String> {
    Set(FreeNames.captures(of: ClosureLiteral(body: actions)).map(\.name))
  }

  /// The number of actions.
  public var count: Int { actions.count }

  mutating func add(_ word: Word, _ operands: KeyValuePairs<String, Operand?>) {
    let given = operands.compactMap { key, operand in operand.map { (key: key, operand: $0) } }
    actions.append(Action(word: word, operands: given, place: place))
  }

  func place(_ place: Place?) -> Operand? { place.map { .place($0) } }
  func list(_ write: (inout ActionList) -> Void) -> Operand {
    var list = ActionList()
    write(&list)
    return .actions(list.actions)
  }
}

/// Callbacks.
extension ActionList {
  /// Runs the callback of the supertype here.
  public mutating func callSuper() { add(.body(.superCall), [:]) }
  /// Omits the callback of the supertype.
  public mutating func noSuper() { add(.body(.noSuper), [:]) }
  /// Prints the log line here.
  public mutating func log() { add(.body(.log), [:]) }
}

/// Objects.
extension ActionList {
  /// Creates an object.
  public mutating func new(
    _ type: String, as name: String? = nil, root: Place? = nil,
    set: KeyValuePairs<String, Value> = [:], with arguments: [Value] = []
  ) {
    let properties = set.map { (name: $0.key, value: $0.value) }
    add(
      .object(.new),
      [
        "new": .text(type), "as": name.map { .text($0) }, "root": place(root),
        "set": properties.isEmpty ? nil : .properties(properties),
        "with": arguments.isEmpty ? nil : .values(arguments),
      ])
  }
  /// Releases a local.
  public mutating func drop(_ name: Place) { add(.object(.drop), ["drop": .place(name)]) }
  /// Stores a value.
  public mutating func set(_ place: Place, to value: Value) {
    add(.object(.set), ["set": .place(place), "to": .value(value)])
  }
  /// Adds a value to a collection: at a key, replacing its element; before an index; otherwise at the end.
  public mutating func append(
    _ value: Value, to place: Place, at index: Int? = nil, key: String? = nil
  ) {
    add(
      .object(.append),
      [
        "append": .value(value), "to": .place(place), "at": index.map { .number(Double($0)) },
        "key": key.map { .text($0) },
      ])
  }
  /// Names an element of a collection: the first, or the one that `one` selects.
  public mutating func pick(_ place: Place, as name: String, _ one: OneOfMany = .at(0)) {
    add(
      .object(.pick),
      [
        "pick": .place(place), "as": .text(name), "at": one.index, "key": one.key,
        "last": one.isLast,
      ])
  }
  /// Removes an element from a collection and names it.
  public mutating func take(_ place: Place, as name: String? = nil, _ one: OneOfMany = .at(0)) {
    add(
      .object(.take),
      [
        "take": .place(place), "as": name.map { .text($0) }, "at": one.index, "key": one.key,
        "last": one.isLast,
      ])
  }
  /// Replaces the elements of one collection with copies of those of another.
  public mutating func copy(_ place: Place, to target: Place) {
    add(.object(.copy), ["copy": .place(place), "to": .place(target)])
  }
  /// Removes a value from a collection.
  public mutating func remove(_ value: Value, from place: Place) {
    add(.object(.remove), ["remove": .value(value), "from": .place(place)])
  }
  /// Empties a place.
  public mutating func clear(_ place: Place) { add(.object(.clear), ["clear": .place(place)]) }
  /// Calls a closure or method with arguments; `result` names the local for the result.
  public mutating func call(
    _ place: Place, with arguments: [Value] = [], as result: String? = nil, most: Int? = nil
  ) {
    add(
      .object(.call),
      [
        "call": .place(place), "with": arguments.isEmpty ? nil : .values(arguments),
        "as": result.map { .text($0) }, "most": most.map { .number(Double($0)) },
      ])
  }
  /// Associates a value with an object.
  public mutating func associate(
    _ value: Value, with object: Place, key: String = "key", policy: String = "retain"
  ) {
    add(
      .object(.associate),
      [
        "associate": .value(value), "with": .place(object), "key": .text(key),
        "policy": .text(policy),
      ])
  }
  /// Holds a weakly captured name strongly to the end of the body, or leaves the body.
  ///
  /// Without an object, the body runs `otherwise` before it returns.
  public mutating func guardName(_ name: Place, otherwise: ActionList? = nil) {
    add(
      .object(.guardName),
      ["guard": .place(name), "else": otherwise.map { .actions($0.actions) }])
  }
}

/// Timers and queues.
extension ActionList {
  /// Schedules a timer: `every` for a repeating timer, `after` for a one-shot timer.
  public mutating func timer(
    every: Double? = nil, after: Double? = nil, target: Place? = nil, selector: String? = nil,
    block: Value? = nil, in place: Place? = nil
  ) {
    add(
      .time(.timer),
      [
        "timer.every": every.map { .number($0) }, "timer.after": after.map { .number($0) },
        "timer.target": self.place(target), "timer.selector": selector.map { .text($0) },
        "timer.block": block.map { .value($0) }, "in": self.place(place),
      ])
  }
  /// Adds a display link to the run loop.
  public mutating func displayLink(
    target: Place, selector: String? = nil, in place: Place? = nil
  ) {
    add(
      .time(.displayLink),
      [
        "displayLink.target": .place(target), "displayLink.selector": selector.map { .text($0) },
        "in": self.place(place),
      ])
  }
  /// Ends a timer, a display link or an observation.
  public mutating func invalidate(_ place: Place) {
    add(.time(.invalidate), ["invalidate": .place(place)])
  }
  /// Moves the clock.
  public mutating func advance(_ seconds: Double) {
    add(.time(.advance), ["advance": .number(seconds)])
  }
  /// Runs a closure after a delay in virtual time.
  ///
  /// With `repeats`, the closure always asks for its next run, so the queue never lets go of what it captures.
  public mutating func after(_ seconds: Double, do closure: Value, repeats: Bool = false) {
    add(
      .time(.after),
      [
        "after": .number(seconds), "do": .value(closure),
        "repeats": repeats ? .truth(true) : nil,
      ])
  }
  /// Runs a closure at the next turn of the queue, after the current step.
  public mutating func async(_ closure: Value) { add(.time(.async), ["async": .value(closure)]) }
  /// Runs an animation block now and its completion after the current step.
  public mutating func animate(_ closure: Value, completion: Value? = nil) {
    add(.time(.animate), ["animate": .value(closure), "completion": completion.map { .value($0) }])
  }
  /// Creates a dispatch source.
  public mutating func source(handler: Value, in place: Place? = nil) {
    add(.time(.source), ["source.handler": .value(handler), "in": self.place(place)])
  }
}

/// Notifications and observations.
extension ActionList {
  /// Observes a notification with a block.
  public mutating func observe(_ name: String, using closure: Value, in place: Place? = nil) {
    add(
      .observation(.observe),
      ["observe": .text(name), "using": .value(closure), "in": self.place(place)])
  }
  /// Observes a notification with a target, which is held weakly.
  public mutating func observe(_ name: String, selector target: Place) {
    add(.observation(.observeSelector), ["observe": .text(name), "selector": .place(target)])
  }
  /// Ends the observation of a token or of a target.
  public mutating func unobserve(_ place: Place) {
    add(.observation(.unobserve), ["unobserve": .place(place)])
  }
  /// Posts a notification.
  public mutating func post(_ name: String) { add(.observation(.post), ["post": .text(name)]) }
  /// Observes a property of an object.
  public mutating func kvo(
    _ object: Place, keyPath: String, using closure: Value, in place: Place? = nil
  ) {
    add(
      .observation(.kvo),
      [
        "kvo": .place(object), "keyPath": .text(keyPath), "using": .value(closure),
        "in": self.place(place),
      ])
  }
}

/// Network and publishers.
extension ActionList {
  /// Creates a session.
  public mutating func session(delegate: Place? = nil, in place: Place? = nil) {
    add(
      .session(.session),
      ["session.delegate": self.place(delegate), "in": self.place(place)])
  }
  /// Finishes a session's tasks and invalidates it.
  public mutating func finishSession(_ place: Place) {
    add(.session(.finishSession), ["finishSession": .place(place)])
  }
  /// Starts a data task: of the session at the place, or stored at the place.
  public mutating func dataTask(_ place: Place, completion: Value) {
    add(.session(.dataTask), ["dataTask": .place(place), "completion": .value(completion)])
  }
  /// Completes a data task or all tasks of a session.
  public mutating func complete(_ place: Place) {
    add(.session(.complete), ["complete": .place(place)])
  }
  /// Subscribes to a publisher with a closure.
  public mutating func sink(_ closure: Value, on publisher: Place, in place: Place? = nil) {
    add(
      .publisher(.sink),
      ["sink": .value(closure), "on": .place(publisher), "in": self.place(place)])
  }
  /// Assigns a publisher's values to a property of an object, which is held strongly.
  public mutating func assign(_ property: Place, on publisher: Place, in place: Place? = nil) {
    add(
      .publisher(.assign),
      ["assign": .place(property), "on": .place(publisher), "in": self.place(place)])
  }
}

/// Views.
extension ActionList {
  /// Adds a view, or a controller's view, to another.
  public mutating func addSubview(_ view: Place, to superview: Place) {
    add(.view(.addSubview), ["addSubview": .place(view), "to": .place(superview)])
  }
  /// Removes a view from its superview.
  public mutating func removeFromSuperview(_ view: Place) {
    add(.view(.removeFromSuperview), ["removeFromSuperview": .place(view)])
  }
  /// Adds a gesture recognizer to a view.
  public mutating func gesture(target: Place, on view: Place, selector: String? = nil) {
    add(
      .view(.gesture),
      [
        "gesture.target": .place(target), "gesture.selector": selector.map { .text($0) },
        "on": .place(view),
      ])
  }
  /// Adds a target to a control.
  public mutating func control(target: Place, on control: Place, selector: String? = nil) {
    add(
      .view(.control),
      [
        "control.target": .place(target), "control.selector": selector.map { .text($0) },
        "on": .place(control),
      ])
  }
  /// Adds an action with a handler to a control.
  public mutating func uiAction(_ handler: Value, on control: Place) {
    add(.view(.uiAction), ["uiAction": .value(handler), "on": .place(control)])
  }
  /// Makes an object the delegate of another.
  public mutating func delegate(_ delegate: Place?, of object: Place) {
    add(.view(.delegate), ["delegate": place(delegate) ?? .null, "of": .place(object)])
  }
  /// Requests a new layout of a view or a controller's view.
  public mutating func layout(_ view: Place) { add(.view(.layout), ["layout": .place(view)]) }
  /// Calls a method of the newest controller or view of a type that is on the screen, as a user would, and names that
  /// object; where none is there, nothing happens.
  public mutating func tap(
    _ method: String, of type: String, as name: String? = nil, with values: [Value] = []
  ) {
    add(
      .view(.tap),
      [
        "tap": .text(method), "of": .text(type), "as": name.map { .text($0) },
        "with": values.isEmpty ? nil : .values(values),
      ])
  }
  /// Runs the handlers of the actions that the newest controller of a type on the screen offers, each once: those of its
  /// buttons, menus and bar items, and those of an alert over it, which goes then.
  public mutating func tapActions(of type: String) {
    add(.view(.tapActions), ["tapActions": .text(type)])
  }
}

/// Windows and controllers.
extension ActionList {
  /// Creates a window.
  public mutating func window(_ name: String, root: Place? = nil) {
    add(.app(.window), ["window": .text(name), "root": place(root)])
  }
  /// Makes a window key and visible.
  public mutating func show(_ window: Place) { add(.app(.show), ["show": .place(window)]) }
  /// Replaces the root controller of a window.
  public mutating func root(_ controller: Place, of window: Place) {
    add(.app(.root), ["root": .place(controller), "of": .place(window)])
  }
  /// Reads a property, such as a controller's view.
  public mutating func read(_ place: Place) { add(.object(.read), ["read": .place(place)]) }
  /// Loads a controller's view.
  public mutating func loadViewIfNeeded(_ controller: Place) {
    add(.view(.loadViewIfNeeded), ["loadViewIfNeeded": .place(controller)])
  }
  /// Rotates a window.
  public mutating func rotate(_ window: Place) { add(.app(.rotate), ["rotate": .place(window)]) }
}

/// App and checks.
extension ActionList {
  /// Launches the app.
  public mutating func launch() { add(.app(.launch), ["launch": .truth(true)]) }
  /// Sends the app to the background.
  public mutating func background() { add(.app(.background), ["background": .truth(true)]) }
  /// Brings the app to the foreground.
  public mutating func foreground() { add(.app(.foreground), ["foreground": .truth(true)]) }
  /// Sends a memory warning.
  public mutating func memoryWarning() {
    add(.app(.memoryWarning), ["memoryWarning": .truth(true)])
  }
  /// Disconnects the scene of a window.
  public mutating func disconnectScene(_ window: Place) {
    add(.app(.disconnectScene), ["disconnectScene": .place(window)])
  }
  /// Expects an object, or all objects of a type, to be gone at this point.
  ///
  /// With `eventually`, it may still wait for what happens once, such as the response of a request.
  public mutating func expectGone(_ name: String, eventually: Bool = false) {
    add(
      .check(.expectGone),
      ["expectGone": .text(name), "eventually": eventually ? .truth(true) : nil])
  }
  /// Expects an object, or one object of a type, to be alive at this point.
  public mutating func expectAlive(_ name: String) {
    add(.check(.expectAlive), ["expectAlive": .text(name)])
  }
  /// Saves the current graph under a label.
  public mutating func snapshot(_ label: String) {
    add(.check(.snapshot), ["snapshot": .text(label)])
  }
}
