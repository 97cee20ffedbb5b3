package import LeakCheckGraph

/// What a reference is to its holder and its target: who owns whom.
///
/// The rows of the one table that prices cuts, cheapest first. A cut is a set of declarations, and its
/// cost is the sum over them, so several cheap ones still stand before one dear one.
package enum ReferenceRole: Int, CaseIterable, Sendable {
  /// A closure or task captures `self`. It was created by its target, so `[weak self]` mends it in place.
  case selfCapture = 10
  /// A closure or task captures something else that keeps the closure: as local, less habitual.
  case capture = 14
  /// Ended by the `deinit` of an object it keeps: the event exists, it only has to be called earlier.
  case endedTooLate = 16
  /// A delegate or data source: by convention never owned by the object it serves.
  case delegate = 20
  /// A reference named for the owner it leads back to (parent, owner, host): children do not own parents.
  case backReference = 26
  /// The one end of a one-to-many relation whose many end leads back: members do not own their list's holder.
  case memberOfMany = 30
  /// A framework's registration of an object of the app: ended by the call that undoes the registration.
  case registration = 34
  /// A helper refers to its screen, a screen to its coordinator: roles say who outlives whom.
  case upward = 38
  /// An element of a list: it is taken out of the list when its time is over.
  case listed = 3_000
  /// Nothing tells, so the property is taken for what a strong property is: ownership.
  case ownership = 10_000
  /// Between objects of frameworks: nothing that the app can edit, and no event known.
  case frameworkInternal = 300_000

  /// The price of cutting a reference of this role.
  package var cost: Int { rawValue }
}

extension ReferenceRole {
  /// Added to a cut that takes the last owner from an object that must stay.
  static let unsafeCost = 10_000_000

  /// The role of `reference`, from kinds, names and owners; never from a particular program's words.
  package init(of reference: ObjectGraph.Reference) {
    let source = reference.source
    let target = reference.target
    let name = reference.name
    if reference.until != nil {
      self = .endedTooLate
    } else if source.owner == .framework, !reference.isCapture {
      self = target.owner == .framework ? .frameworkInternal : .registration
    } else if reference.isCapture {
      self = RoleWords.isSelf(name) ? .selfCapture : .capture
    } else if RoleWords.isDelegate(name), !reference.isNamedForItsType {
      self = .delegate
    } else if RoleWords.isList(name) || reference.kind == .element || source.kind == .collection {
      self = .listed
    } else if RoleWords.isBackReference(name), !reference.namesOwnHelper {
      self = .backReference
    } else if reference.isMemberOfMany {
      self = .memberOfMany
    } else if let from = Rank(of: source), let to = Rank(of: target), from > to {
      self = .upward
    } else {
      self = .ownership
    }
  }
}

extension ObjectGraph.Reference {
  /// A capture: by its kind, by its holder's kind, or because only closures hold something as `self`.
  package var isCapture: Bool {
    kind == .capture || source.kind == .closure || RoleWords.isSelf(name)
  }

  /// A screen's helper under the name of its type, such as `dataSource: ListDataSource`.
  fileprivate var isNamedForItsType: Bool {
    let words = RoleWords.words(of: name)
    return namesOwnHelper && RoleWords.words(of: target.type).suffix(words.count) == words[...]
  }

  /// A controller's own view and the like: a word for an owner that names something the holder owns.
  fileprivate var namesOwnHelper: Bool {
    guard let from = Rank(of: source), let to = Rank(of: target) else { return false }
    return from < to
  }

  /// Whether the target keeps the holder, and its equals, in a list.
  fileprivate var isMemberOfMany: Bool {
    let back = source.referrers.lazy.prefix(64)
    return back.contains { reference in
      let holder = reference.source
      let isListed = RoleWords.isList(reference.name) || reference.kind == .element
      return reference.strength == .strong && isListed
        && (holder.index == target.index
          || holder.kind == .collection
            && holder.referrers.contains { $0.source.index == target.index })
    }
  }
}

/// Who outlives whom by role: an app's coordinators outlive screens, screens their helpers.
private enum Rank: Int, Comparable {
  case application, coordinator, container, controller, helper, view, closure

  init?(of object: ObjectGraph.Object) {
    let words = RoleWords.words(of: object.type)
    let last = words.last ?? ""
    if object.kind == .window || ["window", "app", "application", "scene"].contains(last) {
      self = .application
    } else if ["coordinator", "flow"].contains(last) {
      self = .coordinator
    } else if object.kind == .closure || object.kind == .task {
      self = .closure
    } else if object.kind == .view || ["view", "cell", "button", "label"].contains(last) {
      self = .view
    } else if RoleWords.isContainer(words) {
      self = .container
    } else if object.kind == .controller || words.suffix(2) == ["view", "controller"] {
      self = .controller
    } else if RoleWords.isHelper(words) {
      self = .helper
    } else {
      return nil
    }
  }

  static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
}
