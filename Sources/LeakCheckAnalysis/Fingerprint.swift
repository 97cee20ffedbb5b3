import LeakCheckGraph

/// What makes two findings the same bug: the kind, and the types and reference names of their path.
///
/// Never ids, addresses, sizes, order or counts. A readable beginning and 64 bits of FNV-1a over all of it.
package enum Fingerprint {
  /// The fingerprint of a finding of `kind` along `references`.
  ///
  /// A cycle is rotated to its least label first, so it does not matter where it was entered.
  static func text(
    _ kind: Finding.Kind, references: [ObjectGraph.Reference], isCycle: Bool,
    object: ObjectGraph.Object? = nil
  ) -> String {
    var labels = labels(of: references)
    if isCycle { labels = leastRotation(of: labels) }
    if let end = object ?? (isCycle ? nil : references.last?.target) {
      labels.append(normalized(end.type))
    }
    let whole = ([kind.rawValue] + labels).joined(separator: "\u{1f}")
    let hash = String(FNV1a.hash(whole.utf8), radix: 16)
    let padded = String(repeating: "0", count: 16 - hash.count) + hash
    return "\(kind.rawValue):\(slug(labels)):\(padded)"
  }

  /// What the fingerprint of a path's end is made of, to find equal ones before their texts are made.
  struct End: Hashable {
    private let type: Int32
    private let holderType: Int32
    private let name: Int32

    init(_ graph: ObjectGraph, _ reference: Int32?, of object: Int32) {
      let storage = graph.storage
      type = storage.types[Int(object)]
      holderType = reference.map { storage.types[Int(storage.sources[Int($0)])] } ?? -1
      name = reference.map { storage.referenceNames[Int($0)] } ?? -1
    }
  }

  /// The labels of references; those of one type and name are made once.
  private static func labels(of references: [ObjectGraph.Reference]) -> [String] {
    var known: [Int64: String] = [:]
    return references.map { reference in
      let storage = reference.graph.storage
      let source = storage.sources[Int(reference.index)]
      let name = storage.referenceNames[Int(reference.index)]
      let key = Int64(storage.types[Int(source)]) << 32 | Int64(name)
      if let label = known[key] { return label }
      let label = "\(normalized(reference.source.type)).\(normalized(reference.name))"
      known[key] = label
      return label
    }
  }

  /// The rotation that comes first in dictionary order.
  ///
  /// Booth's idea in its two-pointer form: O(labels) comparisons, also for a ring of a million objects.
  package static func leastRotation(of labels: [String]) -> [String] {
    let count = labels.count
    var (best, rival, length) = (0, 1, 0)
    while best < count, rival < count, length < count {
      let left = labels[(best + length) % count]
      let right = labels[(rival + length) % count]
      if left == right {
        length += 1
        continue
      }
      if left > right { best += length + 1 } else { rival += length + 1 }
      if best == rival { rival += 1 }
      length = 0
    }
    let start = min(best, rival)
    return Array(labels[start...] + labels[..<start])
  }

  /// Letters and digits of the first label, at most 40, so that a person can tell findings apart.
  private static func slug(_ labels: [String]) -> String {
    let named = labels.first { $0.prefix { $0 != "." }.contains(where: \.isLetter) }
    let slug = (named ?? labels.first ?? "").unicodeScalars.prefix(40).map { scalar in
      let byte = UInt8(exactly: scalar.value) ?? 0
      return byte.isLetterOrDigit || scalar == "." ? byte : UInt8(ascii: "-")
    }
    return slug.isEmpty ? "-" : String(decoding: slug, as: UTF8.self)
  }

  /// The text with array positions as `[x]` and addresses as `0x`.
  package static func normalized(_ text: String) -> String {
    let indexed = replacing(text, after: "[", digits: \.isDecimal, until: "]", by: "x")
    return replacing(indexed, after: "0x", digits: \.isHexadecimal, until: nil, by: "")
  }

  private static func replacing(
    _ text: String, after opening: String, digits: (UInt8) -> Bool, until closing: String?,
    by replacement: String
  ) -> String {
    let bytes = Array(text.utf8)
    let opening = Array(opening.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let isOpening = bytes[position...].starts(with: opening)
      guard isOpening else {
        result.append(bytes[position])
        position += 1
        continue
      }
      result += opening
      position += opening.count
      let end = bytes[position...].firstIndex { !digits($0) } ?? bytes.count
      let isClosed = closing.map { bytes[end...].starts(with: Array($0.utf8)) } ?? true
      if end > position, isClosed {
        result += Array(replacement.utf8)
        position = end
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    isDecimal || (65...90).contains(self) || (97...122).contains(self)
  }
  fileprivate var isDecimal: Bool { (48...57).contains(self) }
  fileprivate var isHexadecimal: Bool {
    isDecimal || (65...70).contains(self) || (97...102).contains(self)
  }
}
