/// Traits of a reference that its name shows.
struct NameTraits: OptionSet {
  let rawValue: UInt16

  static let isKnown = NameTraits(rawValue: 1)
  static let isSelf = NameTraits(rawValue: 2)
  static let isDelegate = NameTraits(rawValue: 4)
  static let isList = NameTraits(rawValue: 8)
  static let isBackReference = NameTraits(rawValue: 16)
  static let isParent = NameTraits(rawValue: 32)
  static let isOwnerNoun = NameTraits(rawValue: 64)
  static let isAudience = NameTraits(rawValue: 128)
  static let isAudienceList = NameTraits(rawValue: 256)
  static let isRecord = NameTraits(rawValue: 512)
  static let isCalledOnce = NameTraits(rawValue: 1024)
  /// That of a property which UIKit's or AppKit's superclass of a screen declares, and which the app's code sets.
  static let isInherited = NameTraits(rawValue: 2048)
  /// The same, of what each screen has for as long as it lives.
  static let isLifelong = NameTraits(rawValue: 4096)
  /// That of what is shown, such as a popover's `contentViewController`.
  static let isShown = NameTraits(rawValue: 8192)

  /// What makes a name worth asking about owners.
  static let speaking: NameTraits = [
    .isDelegate, .isAudience, .isParent, .isBackReference, .isOwnerNoun,
  ]
}

extension NameTraits {
  /// What `name` says.
  init(of name: String) {
    self = .isKnown
    let words = RoleWords.words(of: name)
    if RoleWords.isSelf(name) { insert(.isSelf) }
    if RoleWords.isDelegate(words) { insert(.isDelegate) }
    if RoleWords.isList(words) { insert(.isList) }
    if RoleWords.isBackReference(words) { insert(.isBackReference) }
    if RoleWords.isParent(words) { insert(.isParent) }
    if RoleWords.isOwnerNoun(words) { insert(.isOwnerNoun) }
    if RoleWords.isAudience(words) { insert(.isAudience) }
    if RoleWords.isAudienceList(words) { insert(.isAudienceList) }
    if RoleWords.isRecord(words) { insert(.isRecord) }
    if RoleWords.isCalledOnce(words) { insert(.isCalledOnce) }
    if Self.inherited.contains(name) { insert(.isInherited) }
    if Self.lifelong.contains(name) { insert(.isLifelong) }
    if let last = words.last, Self.shown.contains(last) { insert(.isShown) }
  }

  private static let inherited: Set<String> = [
    "presentedViewController", "presentingViewController", "representedObject", "userActivity",
    "view", "inputView", "inputAccessoryView", "nextResponder",
  ]
  private static let lifelong: Set<String> = ["navigationItem", "layer", "undoManager"]
  private static let shown: Set<String> = ["view", "controller", "window"]
}
