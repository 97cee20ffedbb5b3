import LeakCheckGraph

/// What the type, kind and owner of an object say.
struct ClassTraits {
  var rank: ObjectRank?
  /// The words of the type, without those of its generic arguments and of the types it is nested in.
  var words: [String]
  /// How far inside its model an object stands by the noun of its type; see ``PartNouns``.
  var level: Int?
  var isClosure: Bool
  /// Whether it is a closure or a task.
  var isCode: Bool
  var isCollection: Bool
  var isBox: Bool
  var isStruct: Bool
  var isObserver: Bool
  var isFramework: Bool
  var isTestDouble: Bool
  /// The rows of the catalogue that speak of it.
  var rows: [FrameworkRow]

  init(type: String, kind: ObjectKind, isFramework: Bool) {
    let plain = PlainTypeName(type)
    words = RoleWords.words(of: plain.lastComponent)
    rank = ObjectRank(words, kind: kind)
    isClosure = kind == .closure
    isCode = isClosure || kind == .task
    isCollection = kind == .collection
    isBox = kind == .box
    isStruct = kind.rawValue == "struct"
    isObserver = kind == .observer
    isTestDouble = RoleWords.isTestDouble(words)
    level = words.last.flatMap(PartNouns.level)
    rows = FrameworkCatalogue.current.rows(meaning: plain, kind).filter {
      $0.speaks(of: plain, kind, isFramework: isFramework)
    }
    self.isFramework = isFramework
  }

  /// The row that speaks of a reference of the given name.
  func row(forReference name: String) -> FrameworkRow? {
    rows.first {
      $0.speaks(ofReference: name) && (isFramework || $0.isProjects || !$0.isForAllReferences)
    }
  }

  /// Whether a variable of the type holds a value in Swift, which cannot be weak: a task, a collection, a struct.
  var isValue: Bool { isCode || isCollection || isStruct }

  /// Whether the type is named for another as its part is: `TreeNode` for `Tree`.
  func isNamedFor(_ whole: ClassTraits) -> Bool {
    !whole.words.isEmpty && words.count > whole.words.count && words.starts(with: whole.words)
  }
}
