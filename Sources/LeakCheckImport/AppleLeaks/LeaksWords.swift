import LeakCheckGraph

/// Traits of objects that the names of their types show.
struct LeaksType: Equatable {
  var name: String
  var kind: ObjectKind
  var owner: Owner

  /// The name of memory whose type is not printed: `leaks` itself calls it `malloc<32>` where it groups,
  /// and a size has no place in a type.
  static let unnamed = LeaksType("malloc")

  /// The type that `leaks` calls `name`.
  init(_ name: String) {
    self.name = name
    kind = Self.kind(of: name)
    // A closure's context is of the runtime's making, yet what it captures stands in the code of the app.
    owner = kind != .closure && Self.isApple(name) ? .framework : .app
  }

  private static func kind(of name: String) -> ObjectKind {
    if name.lowercased().contains("closure context") || isBlock(name) { return .closure }
    if timers.contains(name) { return .timer }
    if name.hasSuffix("ViewController") { return .controller }
    if name == "Swift HeapGenericLocalVariable" { return .box }
    let plain = name.hasPrefix("__") ? String(name.dropFirst(2)) : name
    return collections.contains { plain.hasPrefix($0) } ? .collection : .object
  }

  private static func isBlock(_ name: String) -> Bool {
    name.hasPrefix("__NS") && name.hasSuffix("Block__") || name == "NSConcreteMallocBlock"
      || name == "NSBlock"
  }

  private static let timers: Set<String> = [
    "NSTimer", "__NSCFTimer", "CFRunLoopTimer", "CADisplayLink",
  ]
  private static let collections = [
    "Swift._ContiguousArrayStorage", "Swift._DictionaryStorage", "Swift._SetStorage", "NSArray",
    "NSMutableArray", "NSDictionary", "NSMutableDictionary", "NSSet", "NSMutableSet",
    "NSOrderedSet", "NSHashTable", "NSMapTable", "NSPointerArray", "CFArray", "CFDictionary",
    "CFSet", "CFBasicHash",
  ]

  /// Whether the type is Apple's: by the module before its name, or by a prefix that Apple reserves.
  private static func isApple(_ name: String) -> Bool {
    let bare = name.drop { $0 == "_" }
    if let module = bare.split(separator: ".").first, module.count < bare.count {
      return modules.contains(String(module))
    }
    return prefixes.contains { prefix in
      bare.hasPrefix(prefix) && bare.dropFirst(prefix.count).first?.isUppercase == true
    } || words.contains { bare.hasPrefix($0) }
  }

  private static let modules: Set<String> = [
    "Swift", "SwiftUI", "SwiftUICore", "Foundation", "FoundationEssentials", "Combine", "Dispatch",
    "Observation", "AttributeGraph", "UIKit", "AppKit", "CoreData", "SwiftData", "C", "Concurrency",
    "UIKitCore",
  ]
  private static let prefixes = ["NS", "CF", "UI", "CA", "AG", "OS"]
  private static let words = ["dispatch_", "xpc_", "OS_", "Swift weak reference"]
}

/// The label before an arrow: the strength of the reference, and the property that holds it.
struct LeaksLabel: Equatable {
  var strength = Strength.strong
  var name = ""

  /// The label that `leaks` prints as `text`, such as `__strong _place.storage + 8`.
  ///
  /// The offset behind a name says where the pointer lies inside a value and changes with its layout, so it
  /// is left out; where there is no name it is all that tells two references apart, and is kept.
  init(_ text: String) {
    var rest = Substring(text)
    for (word, strength) in Self.words where rest.hasPrefix(word) {
      let behind = rest.dropFirst(word.count)
      // A property may be called `weak`: as a strength the word is followed by a space and a name.
      guard word.hasPrefix("__") ? behind.isEmpty || behind.first == " " : Self.hasName(behind)
      else { continue }
      self.strength = strength
      rest = behind
      break
    }
    rest = rest.drop { $0 == " " || $0 == "." }
    // What a block captures has no name; that it is a capture is told by its holder.
    name = rest == "[capture]" ? "" : String(Self.withoutOffset(rest))
  }

  /// Whether something else than an offset follows a word.
  private static func hasName(_ text: Substring) -> Bool {
    text.first == " " && !text.drop { $0 == " " }.hasPrefix("+ ")
  }

  private static let words: [(String, Strength)] = [
    ("__strong", .strong), ("__weak", .weak), ("__unowned(unsafe)", .unmanaged),
    ("__unowned", .unowned), ("__unsafe_unretained", .unmanaged), ("strong", .strong),
    ("weak", .weak), ("unowned(unsafe)", .unmanaged), ("unowned", .unowned),
    ("unmanaged", .unmanaged), ("unsafe_unretained", .unmanaged),
  ]

  /// `view` of `view + 16`; `+ 16` stays as it is.
  private static func withoutOffset(_ text: Substring) -> Substring {
    let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }.count
    let name = text.dropLast(digits)
    let isOffset = digits > 0 && name.hasSuffix(" + ")
    let end = isOffset ? name.dropLast(3) : text
    return end.dropLast(end.reversed().prefix { $0 == " " }.count)
  }
}
