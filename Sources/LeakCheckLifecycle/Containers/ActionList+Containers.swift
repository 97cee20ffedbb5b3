/// Containers and presentations.
extension ActionList {
  /// Pushes a controller.
  public mutating func push(_ controller: Place, on navigation: Place) {
    add(.container(.push), ["push": .place(controller), "on": .place(navigation)])
  }
  /// Pops the top controller.
  public mutating func pop(_ navigation: Place) {
    add(.container(.pop), ["pop": .place(navigation)])
  }
  /// Pops all but the first controller.
  public mutating func popToRoot(_ navigation: Place) {
    add(.container(.popToRoot), ["popToRoot": .place(navigation)])
  }
  /// Pops all controllers above a controller.
  public mutating func popTo(_ controller: Place, on navigation: Place) {
    add(.container(.popTo), ["popTo": .place(controller), "on": .place(navigation)])
  }
  /// Replaces the controllers of a navigation or tab bar controller.
  public mutating func setViewControllers(_ controllers: [Place], on container: Place) {
    add(
      .container(.setViewControllers),
      ["setViewControllers": .places(controllers), "on": .place(container)])
  }
  /// Swipes back from the edge.
  public mutating func swipeBack(_ navigation: Place, cancelled: Bool = false) {
    add(.container(.swipeBack), ["swipeBack": .place(navigation), "cancelled": .truth(cancelled)])
  }
  /// Selects a tab.
  public mutating func select(_ index: Int, on tabs: Place) {
    add(.container(.select), ["select": .number(Double(index)), "on": .place(tabs)])
  }
  /// Presents a controller.
  public mutating func present(_ controller: Place, from presenter: Place, style: String? = nil) {
    add(
      .container(.present),
      [
        "present": .place(controller), "from": .place(presenter),
        "style": style.map { .text($0) },
      ])
  }
  /// Dismisses what the controller presents, or else the controller itself.
  public mutating func dismiss(_ controller: Place) {
    add(.container(.dismiss), ["dismiss": .place(controller)])
  }
  /// Drags a sheet down.
  public mutating func dragDown(_ controller: Place, cancelled: Bool = false) {
    add(.container(.dragDown), ["dragDown": .place(controller), "cancelled": .truth(cancelled)])
  }
  /// Turns to a page.
  public mutating func page(_ controller: Place, on pager: Place, cancelled: Bool = false) {
    add(
      .container(.page),
      ["page": .place(controller), "on": .place(pager), "cancelled": .truth(cancelled)])
  }
  /// Adds a child controller.
  public mutating func addChild(_ child: Place, to parent: Place) {
    add(.container(.addChild), ["addChild": .place(child), "to": .place(parent)])
  }
  /// Calls `willMove(toParent:)`.
  public mutating func willMove(_ child: Place, to parent: Place?) {
    add(.container(.willMove), ["willMove": .place(child), "to": place(parent) ?? .null])
  }
  /// Calls `didMove(toParent:)`.
  public mutating func didMove(_ child: Place, to parent: Place?) {
    add(.container(.didMove), ["didMove": .place(child), "to": place(parent) ?? .null])
  }
  /// Removes a child controller.
  public mutating func removeFromParent(_ child: Place) {
    add(.container(.removeFromParent), ["removeFromParent": .place(child)])
  }
  /// Replaces one child with another in a transition.
  public mutating func transition(from: Place, to: Place, in parent: Place) {
    add(
      .container(.transition),
      ["transition.from": .place(from), "transition.to": .place(to), "in": .place(parent)])
  }
}
