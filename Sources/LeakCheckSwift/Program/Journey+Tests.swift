import LeakCheckLifecycle
import SwiftSyntax

/// Tests as steps: each runs on an object of its own, after its setup.
extension Journey {
  private static let before = ["setUp", "setUpWithError"]
  private static let behind = ["tearDown", "tearDownWithError"]

  /// Runs a test, on an object of `type` if it is a method.
  func run(_ test: MethodModel, of type: TypeModel? = nil) {
    guard let statements = test.body else { return }
    let outer = (body.typeName, body.me)
    var tests: String?
    if let type, type.kind == .classType || type.kind == .structType {
      let name = body.fresh("tests")
      body.actions.place = test.place
      make(type, as: name, depth: 0)
      (body.typeName, body.me) = (type.name, name)
      call(Self.before, of: type, on: name)
      tests = name
    }
    body.scope { body.statements(statements) }
    if let tests, let type {
      call(Self.behind, of: type, on: tests)
      body.actions.drop(Place(stringLiteral: tests))
    }
    (body.typeName, body.me) = outer
    for name in translator.tracked.sorted() where model[name]?.kind == .classType {
      body.actions.expectGone(name)
    }
  }

  private func call(_ names: [String], of type: TypeModel, on object: String) {
    for name in names {
      for method in type.methods where method.name == name && method.body != nil && !method.isStatic
      {
        call(method, at: Place(stringLiteral: "\(object).\(method.key)"))
      }
    }
  }
}

extension SourceModel {
  /// Whether a method checks at the end of a test whether its argument is gone.
  func tracksLeaks(_ method: MethodModel) -> Bool {
    hasTeardownBlocks
      && method.body?.tokens(viewMode: .sourceAccurate).contains { $0.text == "addTeardownBlock" }
        == true
  }

  /// The types of a call's tuple result; empty if the result is no tuple of the sources.
  func parts(of call: Call, in type: String?) -> [TypeReference] {
    let methods =
      call.base == nil ? self.methods(call.name, of: type) : methods(anywhere: call.name)
    let found = methods.first ?? functions.first { $0.name == call.name }
    return found?.parts ?? []
  }
}

extension Body {
  /// Notes the objects that a block at the end of a test captures weakly and checks.
  func noteTracked(in call: Call) {
    guard let closure = call.closures.last,
      closure.statements.tokens(viewMode: .sourceAccurate).contains(where: {
        $0.text == "XCTAssertNil"
      })
    else { return }
    for item in closure.signature?.capture?.items ?? []
    where item.specifier?.specifier.text == "weak" {
      noteTracked(
        item.initializer?.value ?? ExprSyntax(DeclReferenceExprSyntax(baseName: item.name)))
    }
  }

  /// Notes that a test expects an object of this type to be gone.
  func noteTracked(_ expression: ExprSyntax?) {
    guard let expression, let name = evaluate(expression).typeName else { return }
    translator.tracked.insert(name)
  }
}
