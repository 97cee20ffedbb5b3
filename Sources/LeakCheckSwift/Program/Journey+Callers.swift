import SwiftSyntax

/// What callers outside of the sources can do with an object, and must.
extension Journey {
  /// The place of the only object that a class lets others have: its initializers are private.
  func onlyShared(_ type: TypeModel) -> String? {
    let shared = type.properties.filter { $0.isStatic && $0.type == .named(type.name) }
    guard shared.count == 1, let property = shared.first, !type.initializers.isEmpty,
      type.initializers.allSatisfy(\.isPrivate),
      case .object(let place, _) = translator.staticTerm(property.name, of: type.name)
    else { return nil }
    return place
  }

  /// The names of methods that end what others have begun.
  private static let endings = [
    "stop", "cancel", "invalidate", "close", "disconnect", "finish", "tearDown", "shutdown",
    "dispose",
  ]

  /// The methods that end something and that only methods of the type call, as `start()` calls `stop()` first.
  ///
  /// Whoever begins it can end it. What `deinit` calls is left to it.
  func endings(of type: TypeModel) -> [MethodModel] {
    let uncalled = Set(uncalledMethods(of: type).map(\.key))
    return type.methods.filter { method in
      method.parameters.isEmpty && !method.isPrivate && !method.isStatic && method.body != nil
        && !uncalled.contains(method.key) && Self.endings.contains { method.name.hasPrefix($0) }
        && type.deinitializer?.tokens(viewMode: .sourceAccurate).contains {
          $0.text == method.name
        } != true
    }
  }
}
