import SwiftSyntax

/// Where the methods of a screen lead: to what they present or show, or back to where the screen came from.
struct Routes {
  enum Target: CaseIterable {
    case presented, shown, back

    /// The calls of UIKit that lead there.
    var calls: Set<String> {
      switch self {
      case .presented: ["present", "presentAsSheet", "presentAsModalWindow"]
      case .shown:
        Self.presented.calls.union([
          "pushViewController", "show", "showDetailViewController", "setViewControllers",
          "viewControllers", "addChild", "rootViewController", "showWindow",
        ])
      case .back:
        [
          "popViewController", "popToRootViewController", "popToViewController",
          "setViewControllers", "dismiss",
        ]
      }
    }
  }

  private var methods: [Target: Set<String>] = [:]
  /// The words of each method.
  private var words: [String: Set<String>] = [:]
  /// The properties with closures, delegates, models and the like.
  private let helpers: Set<String>

  /// - Complexity: O(tokens of the type and its supertypes), once for each method that a way leads through.
  init(of type: TypeModel, _ model: SourceModel) {
    let chain = model.chain(of: type.name)
    for method in chain.flatMap(\.methods) {
      guard let body = method.body else { continue }
      words[method.name, default: []].formUnion(
        body.tokens(viewMode: .sourceAccurate).map(\.text))
    }
    // A closure, a delegate or a model that it has may show something in its place.
    helpers = Set(
      chain.flatMap(\.properties).filter { property in
        property.type == .function || property.type.name.map { model[$0] != nil } == true
      }.map(\.name))
    for target in Target.allCases {
      var known = target.calls
      if target == .shown { known.formUnion(helpers) }
      while let next = words.first(where: {
        !known.contains($0.key) && !known.isDisjoint(with: $0.value)
      }) { known.insert(next.key) }
      methods[target] = known
    }
  }

  /// The callbacks by which a screen may show something without a user's doing.
  static let appearances = ["viewDidLoad", "viewWillAppear", "viewIsAppearing", "viewDidAppear"]

  /// The words of methods, and of those that they call or hand over; and whether something else may act for them.
  func words(of names: [String]) -> (words: Set<String>, helped: Bool) {
    var found: Set<String> = []
    var waiting = names
    while let next = waiting.popLast() {
      let new = (words[next] ?? []).subtracting(found)
      found.formUnion(new)
      waiting += new.filter { words[$0] != nil }
    }
    return (found, !found.isDisjoint(with: helpers))
  }

  /// The methods that go back, those that do nothing else last: nobody uses the screen after them.
  func backs(among methods: [MethodModel]) -> [MethodModel] {
    let backs = methods.filter { leads($0.name, to: .back) }
    let presenting = backs.filter { leads($0.name, to: .presented) }
    let others = backs.filter { !leads($0.name, to: .presented) }
    let isOnlyBack = { (method: MethodModel) in (method.body?.count ?? 0) < 2 }
    return presenting + others.filter { !isOnlyBack($0) } + others.filter(isOnlyBack)
  }

  /// Whether a method, or one that it calls or hands over, leads there.
  func leads(_ method: String, to target: Target) -> Bool {
    methods[target]?.contains(method) ?? false
  }
}
