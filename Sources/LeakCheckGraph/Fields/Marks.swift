/// The flags of an object, in one byte.
package struct ObjectMarks: OptionSet, BitwiseCopyable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let root = ObjectMarks(rawValue: 1)
  package static let expectedGone = ObjectMarks(rawValue: 2)
  package static let expectedAlive = ObjectMarks(rawValue: 4)
  package static let framework = ObjectMarks(rawValue: 8)
  package static let test = ObjectMarks(rawValue: 16)
  package static let hasRetainCount = ObjectMarks(rawValue: 32)
}

extension ObjectMarks {
  /// What a dump says of an object in words.
  init(of object: ObjectDescription) {
    self = ObjectMarks(of: object.owner)
    if object.root != nil { insert(.root) }
    if let expectation = object.expectation { formUnion(ObjectMarks(of: expectation.fate)) }
    if object.retainCount != nil { insert(.hasRetainCount) }
  }

  /// Whose code an object belongs to.
  package init(of owner: Owner) {
    switch owner {
    case .app: self = []
    case .framework: self = .framework
    case .test: self = .test
    }
  }

  /// What is expected of an object.
  package init(of fate: LifetimeExpectation.Fate) {
    switch fate {
    case .gone: self = .expectedGone
    case .alive: self = .expectedAlive
    }
  }
}

/// The flags of a reference in one byte: strength, kind and end.
package struct ReferenceMarks: Equatable, BitwiseCopyable, Sendable {
  /// The end of a reference, in two bits.
  package enum End: UInt8, Sendable {
    case unknown, automatically, inTeardown, inDeinit
  }

  package let rawValue: UInt8

  package init(strength: Strength, kind: ReferenceKind, end: End) {
    rawValue = strength.code | kind.code << 2 | end.rawValue << 5
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The marks of a reference with no known end, by the positions of strength and kind among all cases.
  @inline(__always)
  package init(strengthCode: UInt8, kindCode: UInt8) { rawValue = strengthCode | kindCode << 2 }

  package var strength: Strength { Strength.allCases[Int(rawValue & 3)] }
  package var kind: ReferenceKind { ReferenceKind.allCases[Int(rawValue >> 2 & 7)] }
  package var end: End { End(rawValue: rawValue >> 5) ?? .unknown }
  /// Strong, whatever ends it.
  package var isStrong: Bool { rawValue & 3 == 0 }
}

extension Strength {
  fileprivate var code: UInt8 {
    switch self {
    case .strong: 0
    case .weak: 1
    case .unowned: 2
    case .unmanaged: 3
    }
  }
}

extension ReferenceKind {
  fileprivate var code: UInt8 {
    switch self {
    case .property: 0
    case .capture: 1
    case .element: 2
    case .associated: 3
    case .runtime: 4
    }
  }
}

/// The end of a reference: the event's text, and the object whose `deinit` calls it, or -1.
package struct ReferenceEnd: Equatable, Sendable {
  package var event: Int32
  package var owner: Int32

  package init(event: Int32, owner: Int32) {
    self.event = event
    self.owner = owner
  }
}
