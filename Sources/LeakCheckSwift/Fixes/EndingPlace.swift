import LeakCheckLifecycle
import SwiftSyntax

/// The place where a type ends its work, and the lines that do so.
struct EndingPlace {
  /// The lines, without indentation.
  var lines: String
  /// The class that has the property, or the type itself if the lines name no property.
  private let owner: ClassDeclSyntax
  /// The method that the class already has for disappearing.
  private let method: FunctionDeclSyntax?

  /// The file that declares the class.
  var root: SyntaxIdentifier { (method.map(Syntax.init) ?? Syntax(owner)).root.id }

  /// Whether another place is in the same class.
  func isOf(_ other: EndingPlace) -> Bool { owner.id == other.owner.id }

  /// The most superclasses to look at.
  private static let mostClasses = 32

  /// The place, or `nil` if the sources do not say what compiles.
  init?(of statement: EndingStatement, in declarations: DeclaredTypes) {
    let chain = Self.classes(from: statement.type, in: declarations)
    let property = statement.property
    let declaring = chain.first { declarations.property(property, of: $0.name.text) != nil }
    guard let owner = property.isEmpty ? chain.first : declaring else { return nil }
    var lines = statement.plain
    if let list = statement.list {
      lines = ListRemoval(list.property, of: list.holder, from: owner, in: declarations)?.statement
    }
    if !property.isEmpty {
      guard let declaration = declarations.property(property, of: owner.name.text),
        let isOptional = declarations.isOptional(property, in: declaration)
      else { return nil }
      lines = isOptional ? statement.optional : statement.plain
      if lines?.contains("\(property) = ") == true, !Self.isVariable(declaration) { return nil }
    }
    guard let lines, !(statement.isOfScreen && Self.isOfAppKit(chain)) else { return nil }
    (self.lines, self.owner) = (lines, owner)
    method = declarations.methods["\(owner.name.text).viewDidDisappear"]
  }

  /// A class and its superclasses, as far as the sources declare them.
  private static func classes(
    from type: String, in declarations: DeclaredTypes
  ) -> [ClassDeclSyntax] {
    var classes: [ClassDeclSyntax] = []
    var next: String? = type
    while let name = next.map(plain), let declared = declarations.classes[name],
      classes.count < mostClasses
    {
      classes.append(declared)
      next = declared.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
    }
    return classes
  }

  private static func plain(_ type: String) -> String {
    type.prefix { $0 != "<" }.split(separator: ".").last.map(String.init) ?? type
  }

  /// Whether it is an AppKit screen, whose method has another signature.
  private static func isOfAppKit(_ classes: [ClassDeclSyntax]) -> Bool {
    classes.contains { declared in
      declared.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription.hasPrefix("NS")
        ?? false
    }
  }

  private static func isVariable(_ declaration: VariableDeclSyntax) -> Bool {
    declaration.bindingSpecifier.tokenKind == .keyword(.var)
      && declaration.bindings.allSatisfy { $0.accessorBlock?.isOnlyRead != true }
  }
}

// MARK: - Insertion

extension EndingPlace {
  /// The lines that run when the class disappears: at the end of its existing method, or in a new one.
  func insertion(in source: SourceFile, bytes: [UInt8]) -> SourceFix? {
    if let method {
      guard let body = method.body, method.signature.parameterClause.parameters.count == 1 else {
        return nil
      }
      return insertion(of: lines, before: body.rightBrace, in: source, bytes: bytes)
    }
    return insertion(
      of: wholeMethod, before: owner.memberBlock.rightBrace, in: source, bytes: bytes)
  }

  /// Lines before a brace: as new lines if the brace begins its line, otherwise as a change of that line.
  private func insertion(
    of lines: String, before brace: TokenSyntax, in source: SourceFile, bytes: [UInt8]
  ) -> SourceFix? {
    let offset = brace.positionAfterSkippingLeadingTrivia.utf8Offset
    let start = (bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    guard bytes[start..<offset].allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
    else {
      return SourceFix(
        [SourceEdit(offset: offset, text: "\n\(lines)\n")], of: source, bytes: bytes)
    }
    return SourceFix(
      file: source.name, line: source.place(of: brace).line, before: "", after: lines)
  }

  private var wholeMethod: String {
    let isPublic = owner.modifiers.contains { ["public", "open"].contains($0.name.text) }
    let body = lines.split(separator: "\n").map { "  \($0)\n" }.joined()
    return "\(isPublic ? "public " : "")override func viewDidDisappear(_ animated: Bool) {\n"
      + "  super.viewDidDisappear(animated)\n\(body)}"
  }
}

// MARK: - Optionals

extension DeclaredTypes {
  /// Framework functions whose result is not optional.
  private static let makers: Set = [
    "scheduledTimer", "makeTimerSource", "detached", "sink", "assign", "makeAsyncIterator",
  ]

  /// Whether a property is optional, or `nil` if the sources do not say.
  fileprivate func isOptional(_ name: String, in declaration: VariableDeclSyntax) -> Bool? {
    let isOfType = declaration.modifiers.contains { ["static", "class"].contains($0.name.text) }
    let binding = declaration.bindings.first {
      $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
    }
    guard !isOfType, let binding else { return nil }
    if let type = binding.typeAnnotation?.type {
      if optional(type) != nil { return true }
      guard let identifier = type.as(IdentifierTypeSyntax.self) else { return false }
      if identifier.name.text == "Optional" { return true }
      return isAlias(identifier.name.text) ? nil : false
    }
    guard let call = binding.initializer?.value.as(FunctionCallExprSyntax.self) else { return nil }
    let called = call.calledExpression.trimmedDescription
    let name = called.split(separator: ".").last ?? ""
    let isInitializer = name.first?.isUppercase == true || name == "init"
    return !called.contains("?") && (isInitializer || Self.makers.contains(String(name)))
      ? false : nil
  }
}

extension AccessorBlockSyntax {
  /// Whether the property cannot be set.
  fileprivate var isOnlyRead: Bool {
    switch accessors {
    case .getter: true
    case .accessors(let list):
      !list.contains {
        ["set", "didSet", "willSet", "_modify"].contains($0.accessorSpecifier.text)
      }
    }
  }
}
