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
  }
}
