import LeakCheckLifecycle
import SwiftSyntax

/// Static and free functions that assemble objects and that nothing calls: whoever assembles the app would.
extension Journey {
  /// A function that creates objects of the sources' classes.
  struct Factory {
    var function: MethodModel
    var place: String
    /// The classes of its objects, in source order.
    var made: [TypeModel]
  }

  /// The static functions that create something and that nothing calls.
  func staticFactories() -> [Factory] {
    let all = model.types.filter { !isTestCase($0) }.flatMap { type in
      type.methods.filter { $0.isStatic && !model.shows($0) && !$0.isTest }
        .map { factory($0, at: "\(translator.statics(of: type.name)).\($0.key)") }
    }
    let entrances = translator.entrances(among: all.map(\.function.name))
    return all.filter { !$0.made.isEmpty && entrances.contains($0.function.name) }
  }

  /// The free functions that create something and that nothing calls.
  func freeFactories() -> [Factory] {
    uncalledFunctions().map { factory($0, at: translator.functions($0)) }
      .filter { !$0.made.isEmpty }
  }

  private func factory(_ function: MethodModel, at place: String) -> Factory {
    var names: [String] = []
    if let tokens = function.body?.tokens(viewMode: .sourceAccurate) {
      for token in tokens
      where token.parent?.is(DeclReferenceExprSyntax.self) == true && !names.contains(token.text) {
        names.append(token.text)
      }
    }
    let made = names.compactMap { model[$0] }.filter {
      $0.kind == .classType || $0.kind == .actorType
    }
    return Factory(function: function, place: place, made: made)
  }

  /// Calls a factory.
  ///
  /// A resulting screen is shown; anything else is used and released.
  func run(_ factory: Factory) {
    body.actions.place = factory.function.place
    let values = given(factory.function.parameters, depth: 0)
    let result = factory.function.result
    guard let result, result != .value, !factory.function.isAsync else {
      call(factory.function, at: Place(stringLiteral: factory.place))
      answer()
      return cancelTasks()
    }
    let object = body.fresh(factory.function.name)
    body.actions.call(Place(stringLiteral: factory.place), with: values, as: object)
    let type = type(of: result, madeBy: factory)
    if model.isController(result.name) || type.map({ model.isController($0.name) }) == true {
      body.actions.push(Place(stringLiteral: object), on: "nav")
      if let type {
        callMethods(of: type, on: object)
        useShown(by: type)
      }
      leave(object)
    } else {
      if let type { callMethods(of: type, on: object) }
      body.actions.drop(Place(stringLiteral: object))
    }
    body.dropTemporaries()
    cancelTasks()
    answer()
  }

  /// The class of a factory's result: its declared type, or the first created class that conforms to it.
  private func type(of result: TypeReference, madeBy factory: Factory) -> TypeModel? {
    guard let name = result.name else { return nil }
    if let type = model[name], type.kind == .classType || type.kind == .actorType { return type }
    return factory.made.first { type in
      type.inherits.contains(name) || model.isController(type.name) && model.isController(name)
    }
  }
}
