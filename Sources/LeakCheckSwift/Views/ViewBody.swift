import SwiftSyntax

/// The effects of a view's bodies other than showing something: the sources' views that they create, and the closures
/// that SwiftUI calls, each at its moment.
struct ViewBody {
  /// The moment at which SwiftUI calls a closure.
  enum Moment { case appearing, waiting, acting, disappearing }

  /// A closure or a method that SwiftUI calls.
  struct Deed {
    var moment: Moment
    var expression: ExprSyntax
    /// The names bound by enclosing builders, which are not followed.
    var names: [String]
  }

  /// A view of the sources that a body creates.
  struct Child {
    var call: FunctionCallExprSyntax
    var names: [String]
  }

  private(set) var deeds: [Deed] = []
  private(set) var children: [Child] = []
  private let model: SourceModel

  /// - Complexity: O(nodes).
  init(of type: TypeModel, in model: SourceModel) {
    self.model = model
    for property in type.properties where model.shows(property) {
      walk(property.getter, names: [])
    }
    for method in type.methods where model.shows(method) {
      walk(method.body, names: method.parameters.map(\.name))
    }
  }

  func deeds(_ moment: Moment) -> [Deed] { deeds.filter { $0.moment == moment } }

  private mutating func walk(_ items: CodeBlockItemListSyntax?, names: [String]) {
    var names = names
    for item in items ?? [] {
      switch item.item {
      case .expr(let expression): walk(expression, names: names)
      case .stmt(let statement):
        if let statement = statement.as(ReturnStmtSyntax.self), let value = statement.expression {
          walk(value, names: names)
        } else if let statement = statement.as(ExpressionStmtSyntax.self) {
          walk(statement.expression, names: names)
        }
      case .decl(let declaration): names += Self.bound(in: declaration)
      }
    }
  }

  private static func bound(in node: some SyntaxProtocol) -> [String] {
    node.tokens(viewMode: .sourceAccurate)
      .filter { $0.parent?.is(IdentifierPatternSyntax.self) == true }.map(\.text)
  }

  private mutating func walk(_ expression: ExprSyntax, names: [String]) {
    switch expression.as(ExprSyntaxEnum.self) {
    case .functionCallExpr(let node): walk(node, names: names)
    case .memberAccessExpr(let node): if let base = node.base { walk(base, names: names) }
    case .ternaryExpr(let node):
      walk(node.thenExpression, names: names)
      walk(node.elseExpression, names: names)
    case .tupleExpr(let node):
      for element in node.elements { walk(element.expression, names: names) }
    case .ifExpr(let node):
      walk(node.body.statements, names: names + Self.bound(in: node.conditions))
      switch node.elseBody {
      case .codeBlock(let block)?: walk(block.statements, names: names)
      case .ifExpr(let inner)?: walk(ExprSyntax(inner), names: names)
      case nil: break
      }
    case .switchExpr(let node):
      for case .switchCase(let way) in node.cases {
        walk(way.statements, names: names + Self.bound(in: way.label))
      }
    default: break
    }
  }

  private mutating func walk(_ node: FunctionCallExprSyntax, names: [String]) {
    let call = Call(node)
    if let base = call.base { walk(base, names: names) }
    if call.base == nil, model.isView(call.name) {
      children.append(Child(call: node, names: names))
      return
    }
    for argument in call.arguments {
      if let moment = moment(of: argument, in: call) {
        deeds.append(Deed(moment: moment, expression: argument.expression, names: names))
      } else if let closure = argument.expression.as(ClosureExprSyntax.self) {
        walk(closure.statements, names: names + Self.parameters(of: closure))
      } else {
        walk(argument.expression, names: names)
      }
    }
  }

  private static func parameters(of closure: ClosureExprSyntax) -> [String] {
    switch closure.signature?.parameterClause {
    case .simpleInput(let names)?: names.map(\.name.text)
    case .parameterClause(let clause)?:
      clause.parameters.map { ($0.secondName ?? $0.firstName).text }
    case nil: ["$0", "$1"]
    }
  }

  /// The moment at which SwiftUI calls an argument, or `nil` if the argument shows something.
  private func moment(of argument: Call.Argument, in call: Call) -> Moment? {
    let isHandler = argument.label.map(Self.handlers.contains) ?? false
    guard isHandler || argument.expression.is(ClosureExprSyntax.self) else { return nil }
    switch call.name {
    case "onAppear": return .appearing
    case "onDisappear": return .disappearing
    case "task": return .waiting
    case "Button":
      if isHandler { return .acting }
      return argument.isTrailing && call["action"] == nil ? .acting : nil
    default:
      let isEvent = call.name.hasPrefix("on") || call.name == "refreshable"
      return isHandler || isEvent ? .acting : nil
    }
  }

  /// The labels of closures that are called and show nothing.
  private static let handlers: Set = [
    "action", "perform", "onDismiss", "onEditingChanged", "onCommit", "primaryAction",
  ]
}

extension PropertyModel {
  /// Whether SwiftUI keeps the value for the whole life of the view.
  var isStorage: Bool { wrapper == "StateObject" || wrapper == "State" }
}

extension TypeModel {
  /// The result types of view builders.
  static let shown: Set = [
    "View", "Scene", "ToolbarContent", "Commands", "WidgetConfiguration", "AnyView",
  ]
}

extension SourceModel {
  /// Whether a type is a SwiftUI view or view modifier.
  func isView(_ name: String?) -> Bool {
    guard let type = name.flatMap({ self[$0] }), type.kind == .structType else { return false }
    return type.inherits.contains { Self.viewProtocols.contains($0) && self[$0] == nil }
  }

  /// Whether a property builds views or scenes, which are not followed.
  func shows(_ property: PropertyModel) -> Bool { property.isComputed && isShown(property.type) }

  /// Whether a method builds views or scenes, which are not followed.
  func shows(_ method: MethodModel) -> Bool { method.result.map(isShown) ?? false }

  private func isShown(_ type: TypeReference) -> Bool {
    type.name.map { TypeModel.shown.contains($0) && self[$0] == nil } ?? false
  }

  /// Whether a type is a SwiftUI app, which lives as long as the process.
  func isApp(_ type: TypeModel) -> Bool { type.inherits.contains("App") && self["App"] == nil }

  private static let viewProtocols: Set = [
    "View", "ViewModifier", "UIViewRepresentable", "UIViewControllerRepresentable",
    "NSViewRepresentable",
  ]

  /// The types of the objects that apps keep.
  var ownedByApps: Set<String> {
    Set(types.filter(isApp).flatMap(\.properties).compactMap(\.type.name))
  }
}
