package import LeakCheckGraph

/// The role of a reference between its holder and its target: who owns whom.
///
/// The rows of the one table that prices cuts, cheapest first. A cut is a set of declarations, and its
/// cost is the sum over them, so several cheap ones still stand before one dear one.
package enum ReferenceRole: Int, CaseIterable, Sendable {
  /// A property of a job that ends, or a callback that is called once, in server code: it is cleared when that is done.
  case clearedWhenDone = 8
  /// A closure or task captures `self`. It was created by its target, so `[weak self]` mends it in place.
  case selfCapture = 10
  /// What a test double remembers of its calls.
  case recorded = 12
  /// A closure or task captures something else that keeps the closure: as local, less habitual.
  case capture = 14
  /// Ended by the `deinit` of an object it keeps: the event exists, it only has to be called earlier.
  case endedTooLate = 16
  /// A delegate or data source: by convention never owned by the object it serves.
  case delegate = 20
  /// An element of a list of listeners, delegates or observers: what is registered is not owned.
  case listening = 22
  /// A reference named for the owner it leads back to (parent, owner, host): children do not own parents.
  case parent = 24
  /// A reference named for what its holder serves (presenter, context, view of a presenter).
  case backReference = 26
  /// The one end of a one-to-many relation whose many end leads back: members do not own their list's holder.
  case memberOfMany = 30
  /// A framework's registration of an object of the app: ended by the call that undoes the registration.
  case registration = 34
  /// A helper refers to its screen, a screen to its coordinator: roles say who outlives whom.
  case upward = 38
  /// From what may stay to what should be gone: whoever keeps that, does not own it any more.
  case towardsGone = 42
  /// To a screen from something that is none: screens are held by what shows them.
  case towardsScreen = 46
  /// Names or types hint at an owner: `TreeNode` to `Tree`, `page` from view to view.
  case likelyBack = 50
  /// From a part to its whole by the nouns of their types: a wheel to its car.
  case partOfWhole = 60
  /// Named for what its target does or is, where the way back is not.
  case namedBack = 80
  /// An element of a list: it is taken out of the list when its time is over.
  case listed = 3_000
  /// Nothing tells, so the property is taken for what a strong property is: ownership.
  case ownership = 10_000
  /// An associated object, which an extension keeps with its owner: a helper that is owned.
  case associated = 10_200
  /// What a framework's object contains: a view its subviews, a channel its handlers. That is ownership, and not the
  /// app's to edit.
  case contained = 10_400
  /// Between objects of frameworks: nothing that the app can edit, and no event known.
  case frameworkInternal = 300_000

  /// The price of cutting a reference of this role.
  package var cost: Int { rawValue }

  /// Whether the target has the holder as its part, child or helper.
  var leadsToOwner: Bool {
    switch self {
    case .delegate, .parent, .backReference, .memberOfMany, .upward, .likelyBack, .partOfWhole,
      .namedBack:
      true
    default: false
    }
  }
}

extension ReferenceRole {
  /// Added to a cut that takes the last owner from an object that must stay.
  static let unsafeCost = 10_000_000
}

extension ObjectGraph.Reference {
  /// A capture: by its kind, by its holder's kind, or because only closures hold something as `self`.
  package var isCapture: Bool {
    kind == .capture || source.kind == .closure || RoleWords.isSelf(name)
  }
}
