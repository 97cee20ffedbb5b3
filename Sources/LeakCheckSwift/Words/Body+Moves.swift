import LeakCheckLifecycle
import SwiftSyntax

/// Callbacks of views that enter a hierarchy.
extension Body {
  /// Names that check whether the view enters or leaves.
  private static let questions: Set<String> = [
    "window", "superview", "newWindow", "newSuperview", "removeFromSuperview",
  ]

  /// Calls the methods of a view that is added, if they do the same for every move.
  func tellMove(of view: String, _ type: TypeReference) {
    guard let name = type.name, model.isKind(name, of: Frameworks.views) else { return }
    let methods = model.chain(of: name).flatMap(\.methods).filter {
      Move.names.contains($0.name) && $0.isOverride && $0.body != nil
    }
    guard methods.count == 1, let move = methods.first, !asks(move),
      !(model[name].map(translator.followsMoves) ?? false)
    else { return }
    actions.call(
      Place(stringLiteral: "\(view).\(move.key)"), with: move.parameters.map { _ in .null })
  }

  private func asks(_ method: MethodModel) -> Bool {
    method.body?.tokens(viewMode: .sourceAccurate).contains { Self.questions.contains($0.text) }
      ?? false
  }

  func addSubview(_ call: Call, to target: Place) {
    guard let first = call.first, case .object(let view, let type) = evaluate(first) else { return }
    actions.addSubview(Place(stringLiteral: view), to: target)
    tellMove(of: view, type)
  }

  /// A gesture of the sources is held like any object; a framework's own one holds its target weakly.
  func addGesture(_ call: Call, to target: Place) {
    guard let first = call.first else { return }
    switch evaluate(first) {
    case .gesture(let place): actions.gesture(target: Place(stringLiteral: place), on: target)
    case .object(let gesture, _):
      actions.append(
        .place(Place(stringLiteral: gesture)),
        to: Place(stringLiteral: "\(target).gestureRecognizers"))
    default: break
    }
  }

  /// `objc_setAssociatedObject(view, &key, box, .OBJC_ASSOCIATION_RETAIN)`.
  func associate(_ call: Call) -> Term {
    guard call.arguments.count == 4, let holder = placeOf(call.arguments[0].expression) else {
      evaluateArguments(call)
      return .nothing
    }
    let value = value(of: evaluate(call.arguments[2].expression), call.arguments[2].expression)
    let key = bare(call.arguments[1].expression).plainText.filter { $0.isLetter || $0.isNumber }
    let isAssigned = call.arguments[3].expression.trimmedDescription.contains("ASSIGN")
    actions.associate(
      value, with: holder, key: "associated_\(key)", policy: isAssigned ? "assign" : "retain")
    return .nothing
  }
}
