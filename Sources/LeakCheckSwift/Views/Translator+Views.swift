import LeakCheckLifecycle
import SwiftSyntax

/// A view is an object that SwiftUI creates when it appears and releases when it disappears. What it keeps is followed;
/// what it shows is not.
extension Translator {
  /// Adds the callbacks of a view: it appears, runs its actions, and disappears.
  func addMoments(of type: TypeModel, to declaration: inout TypeDeclaration) {
    let parts = ViewBody(of: type, in: model)
    declaration.callbacks["view_appear"] = moment(of: type) { body in
      represent(type, in: body)
      for child in parts.children { body.show(child) }
      for deed in parts.deeds(.appearing) { body.run(deed) }
      for deed in parts.deeds(.waiting) { body.wait(deed) }
    }
    declaration.callbacks["view_act"] = moment(of: type) { body in
      body.eachChild("view_act")
      for deed in parts.deeds(.acting) { body.run(deed) }
    }
    declaration.callbacks["view_disappear"] = moment(of: type) { body in
      body.eachChild("view_disappear")
      for deed in parts.deeds(.disappearing) { body.run(deed) }
      let task = body.fresh("task")
      body.actions.each("self.view_tasks", as: task) { $0.cancel(Place(stringLiteral: task)) }
      if model.methods("makeCoordinator", of: type.name).isEmpty { return }
      if let end = model[type.name]?.methods.first(where: { $0.name.hasPrefix("dismantle") }) {
        body.actions.call(
          Place(stringLiteral: "\(statics(of: type.name)).\(end.key)"),
          with: [.place("self.view_made"), .place("self.view_context.coordinator")])
      }
    }
  }

  private func moment(of type: TypeModel, _ write: (Body) -> Void) -> ActionList {
    let body = Body(self, in: type.name)
    body.actions.place = type.place
    body.bindStorage()
    write(body)
    return body.actions
  }

  /// The UIKit view or controller that a view represents, with its coordinator.
  private func represent(_ type: TypeModel, in body: Body) {
    let makers = ["makeUIView", "makeUIViewController", "makeNSView"]
    guard let make = type.methods.first(where: { makers.contains($0.name) }) else { return }
    body.actions.place = make.place
    body.actions.new("NSObject", as: "context")
    if let method = model.methods("makeCoordinator", of: type.name).first {
      body.actions.call(Place(stringLiteral: "self.\(method.key)"), as: "coordinator")
      body.actions.set("context.coordinator", to: "coordinator")
    }
    body.actions.set("self.view_context", to: "context")
    body.actions.call(Place(stringLiteral: "self.\(make.key)"), with: ["context"], as: "made")
    body.actions.set("self.view_made", to: "made")
    if let update = type.methods.first(where: { $0.name.hasPrefix("update") }) {
      body.actions.call(Place(stringLiteral: "self.\(update.key)"), with: ["made", "context"])
    }
  }

  /// Notes the parts of a view that are not followed.
  func noteBody(of type: TypeModel) {
    guard let shown = type.properties.first(where: model.shows)?.place else { return }
    note(
      SwiftNote(
        place: shown,
        message:
          "what \(type.name) displays is not followed: it appears, each of its actions runs once,"
          + " and it disappears; top-level code can do more", unsettles: false))
  }
}

extension Body {
  /// Binds a view's storage to locals: a closure of a view captures a copy, and so the objects that the copy refers to.
  func bindStorage() {
    guard let typeName, model.isView(typeName), let type = model[typeName] else { return }
    for property in type.properties
    where !property.isStatic && !property.isComputed && property.isFixed {
      guard let name = property.type.name, let kind = model[name]?.kind,
        kind == .classType || kind == .actorType
      else { continue }
      let local = fresh(property.name)
      actions.set(
        Place(stringLiteral: local), to: .place(Place(stringLiteral: "self.\(property.name)")))
      storage[property.name] = .object(local, property.type)
    }
  }

  /// The part of a view's property that its closure captures.
  func storedInView(_ name: String) -> Term? {
    guard !used.isEmpty, binding(name) == nil, case .object(let local, let type)? = storage[name]
    else { return nil }
    use(local)
    return .object(local, type)
  }

  /// Creates a view, which then appears.
  func show(_ child: ViewBody.Child) {
    scope {
      for name in child.names { bind(name, .term(.unknown)) }
      stand(at: child.call)
      let term = evaluate(ExprSyntax(child.call))
      guard case .object(let place, _) = term else { return finish(term) }
      actions.append(.place(Place(stringLiteral: place)), to: "self.view_children")
      actions.call(Place(stringLiteral: "\(place).view_appear"))
      dropTemporaries()
    }
  }

  func eachChild(_ callback: String) {
    let child = fresh("child")
    actions.each("self.view_children", as: child) {
      $0.call(Place(stringLiteral: "\(child).\(callback)"))
    }
  }

  /// Runs a closure of a view's body, once.
  func run(_ deed: ViewBody.Deed) {
    scope {
      for name in deed.names { bind(name, .term(.unknown)) }
      stand(at: deed.expression)
      if let closure = deed.expression.as(ClosureExprSyntax.self) {
        var bindings: [String: Binding] = [:]
        for parameter in parameters(of: closure) { bindings[parameter.name] = .value }
        finish(inline(closure, binding: bindings))
      } else if case .function(let value) = evaluate(deed.expression) {
        let local = temporary("action")
        actions.set(Place(stringLiteral: local), to: value)
        actions.call(Place(stringLiteral: local))
      }
      dropTemporaries()
    }
  }

  /// Starts a task that ends when the view disappears.
  func wait(_ deed: ViewBody.Deed) {
    guard let closure = deed.expression.as(ClosureExprSyntax.self) else { return run(deed) }
    scope {
      for name in deed.names { bind(name, .term(.unknown)) }
      stand(at: deed.expression)
      let task = Place(stringLiteral: local("task", .unknown))
      actions.task(.closure(self.closure(closure, isAsync: true)), in: task)
      actions.append(.place(task), to: "self.view_tasks")
    }
  }
}

extension PropertyModel {
  /// Whether it refers to the same object for the whole life of its view.
  fileprivate var isFixed: Bool {
    if wrapper == "State" { return initial.map { !$0.is(NilLiteralExprSyntax.self) } ?? false }
    return wrapper != nil || !isVariable
  }
}
