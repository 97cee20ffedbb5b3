import LeakCheckLifecycle
import SwiftSyntax

/// Code that shows screens needs a container on screen, because views are loaded only there.
extension Journey {
  /// Puts a container into a window of its own.
  func open(_ container: String) {
    let window = body.fresh("window")
    body.actions.window(window, root: Place(stringLiteral: container))
    body.actions.show(Place(stringLiteral: window))
    body.windows.append(window)
  }

  /// Shows the containers that an object creates for itself, as its maker would.
  func showContainers(of type: TypeModel, at object: String) {
    for property in model.chain(of: type.name).flatMap(\.properties)
    where !property.isStatic && !property.isComputed && !property.isLazy {
      guard let name = property.type.name, Frameworks.containers.contains(name),
        property.initial?.is(FunctionCallExprSyntax.self) == true
      else { continue }
      open("\(object).\(property.name)")
    }
  }

  /// Removes the opened containers: something else is shown in their place.
  func closeWindows(from start: Int) {
    for window in body.windows[start...] {
      let next = body.fresh("next")
      body.actions.new("UIViewController", as: next)
      if model.presents {
        body.actions.dismiss(Place(stringLiteral: "\(window).rootViewController"))
      }
      body.actions.root(Place(stringLiteral: next), of: Place(stringLiteral: window))
      body.actions.drop(Place(stringLiteral: next))
    }
    body.windows.removeSubrange(start...)
  }
}

extension Journey {
  /// An object's own list or view, for a delegate method that has it as a parameter.
  func ownView(
    _ parameter: MethodModel.Parameter, of type: TypeModel, at object: String,
    isShown: Bool = false
  ) -> Value? {
    guard let name = parameter.type.name, Frameworks.views.contains(name), name != "UIView" else {
      return nil
    }
    let chain = model.chain(of: type.name)
    for property in chain.flatMap(\.properties)
    where property.type.name == name && !property.isStatic && !property.isComputed {
      if property.isLazy, !isShown {
        body.actions.call(Place(stringLiteral: "\(object).lazy_\(property.name)"))
      }
      return .place(Place(stringLiteral: "\(object).\(property.name)"))
    }
    let isOfController = Frameworks.lists.contains { property, value in
      value.list == name && model.list(property, of: type.name) != nil
    }
    return isOfController ? .place(Place(stringLiteral: "\(object).view")) : nil
  }
}
