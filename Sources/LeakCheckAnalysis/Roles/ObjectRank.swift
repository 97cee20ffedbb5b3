import LeakCheckGraph

/// The part that an object plays in an app, by its kind and the last words of its type.
enum ObjectRank: Int {
  case application, coordinator, container, controller
  /// A helper that serves many, and may show a view: a manager.
  case service
  /// A helper that serves many and shows nothing: a store, a loader.
  case supplier
  /// A helper of one object: a view model, an adapter.
  case servant
  case view, closure

  init?(_ words: [String], kind: ObjectKind) {
    let last = words.last ?? ""
    if kind == .window || ["window", "app", "application", "scene"].contains(last) {
      self = .application
    } else if ["coordinator", "flow"].contains(last) {
      self = .coordinator
    } else if kind == .closure || kind == .task {
      self = .closure
    } else if kind == .view
      || kind != .controller && ["view", "cell", "button", "label"].contains(last)
    {
      self = .view
    } else if RoleWords.isContainer(words) {
      self = .container
    } else if kind == .controller || words.suffix(2) == ["view", "controller"] {
      self = .controller
    } else if RoleWords.isServant(words) {
      self = .servant
    } else if RoleWords.isService(words) {
      self = .service
    } else if RoleWords.isSupplier(words) {
      self = .supplier
    } else {
      return nil
    }
  }

  /// Who outlives whom by role: an app's coordinators outlive screens, screens their helpers.
  ///
  /// A view outlives its view model and the loader that shall tell it something, and a manager the view that it shows;
  /// of two helpers nothing is known.
  func outlives(_ other: ObjectRank) -> Bool {
    if self == .view, other.isHelper, other != .service { return true }
    if isHelper, self != .service, other == .view { return false }
    return level < other.level
  }

  private var isHelper: Bool { [.service, .supplier, .servant].contains(self) }

  private var level: Int { isHelper ? ObjectRank.service.rawValue : rawValue }
}
