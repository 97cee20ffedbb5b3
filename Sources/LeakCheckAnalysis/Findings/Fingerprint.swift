import LeakCheckGraph

/// The identity of a bug: the kind of its finding, and the types and reference names of the path.
///
/// It never contains ids, addresses, sizes, order or counts. It consists of a readable prefix and 64 bits of FNV-1a
/// over all of it.
package enum Fingerprint {
  /// Returns the fingerprint of a finding of `kind` along `references`.
  ///
  /// It rotates a cycle to its least label first, so the entry point does not matter.
  static func text(
    _ kind: Finding.Kind, references: [ObjectGraph.Reference], isCycle: Bool,
    object: ObjectGraph.Object? = nil
  ) -> String {
    var labels = Labels(of: references)
    if isCycle { labels.rotateToLeast() }
    if let end = object ?? (isCycle ? nil : references.last?.target) {
      labels.append(normalized(end.type))
    }
    let hash = String(labels.hash(after: kind.rawValue), radix: 16)
    let padded = String(repeating: "0", count: 16 - hash.count) + hash
    return "\(kind.rawValue):\(slug(labels.first)):\(padded)"
  }

  /// The parts of the fingerprint of a path's end, for finding equal ones before making their texts.
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

  /// The labels of references, one for each type and name, since a path may have millions of references.
  private struct Labels {
    private var texts: [String] = []
    private var numbers: [Int32] = []

    init(of references: [ObjectGraph.Reference]) {
      guard let storage = references.first?.graph.storage else { return }
      let (sources, types, names) = (storage.sources, storage.types, storage.referenceNames)
      var known = PairTable()
      numbers = references.map { reference in
        let source = Int(sources[Int(reference.index)])
        let number = known.number(of: Int64(types[source]), Int64(names[Int(reference.index)]))
        if number == texts.count {
          texts.append("\(normalized(reference.source.type)).\(normalized(reference.name))")
        }
        return number
      }
    }

    mutating func append(_ text: String) {
      numbers.append(Int32(texts.count))
      texts.append(text)
    }

    /// Rotates a cycle to the lexicographically least label sequence.
    mutating func rotateToLeast() {
      let order = texts.indices.sorted { texts[$0] < texts[$1] }
      var ranks = [Int32](repeating: 0, count: texts.count)
      for (left, right) in zip(order, order.dropFirst()) {
        ranks[right] = ranks[left] + (texts[left] == texts[right] ? 0 : 1)
      }
      let start = Fingerprint.leastRotation(of: numbers.map { ranks[Int($0)] })
      numbers = Array(numbers[start...] + numbers[..<start])
    }

    /// The first label with a name, or else the first, or empty.
    var first: String {
      let isNamed = texts.map { $0.prefix { $0 != "." }.contains(where: \.isLetterOfName) }
      let first = numbers.first { isNamed[Int($0)] } ?? numbers.first
      return first.map { texts[Int($0)] } ?? ""
    }

    /// Returns a 64-bit hash of the word and all texts in order.
    func hash(after word: String) -> UInt64 {
      let separated = texts.map { [0x1f] + Array($0.utf8) }
      return numbers.reduce(FNV1a.hash(word.utf8)) { FNV1a.hash(separated[Int($1)], after: $0) }
    }
  }

  /// Returns the start of the lexicographically least rotation.
  ///
  /// Uses the two-pointer form of Booth's algorithm: O(labels) comparisons, even for a ring of a million objects.
  package static func leastRotation(of labels: [some Comparable]) -> Int {
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
    return min(best, rival)
  }

  /// Returns at most 40 letters and digits of a label, so that people can tell findings apart.
  private static func slug(_ label: String) -> String {
    let slug = label.unicodeScalars.prefix(40).map { scalar in
      let byte = UInt8(exactly: scalar.value) ?? 0
      return byte.isLetterOrDigit || scalar == "." ? byte : UInt8(ascii: "-")
    }
    return slug.isEmpty ? "-" : String(decoding: slug, as: UTF8.self)
  }

  /// Returns the text with array positions as `[x]` and addresses as `0x`.
  package static func normalized(_ text: String) -> String {
    let digitsMayFollow = text.utf8.contains { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "x") }
    guard digitsMayFollow else { return text }
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
