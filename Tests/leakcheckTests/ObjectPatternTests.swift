import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@testable import leakcheck

@Suite struct ObjectPatternTests {
  /// Whether a text matches a glob: one letter after the other, every length of a star tried.
  private func matches(_ pattern: Substring, _ text: Substring) -> Bool {
    guard let letter = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if letter == "*" {
      return matches(rest, text) || !text.isEmpty && matches(pattern, text.dropFirst())
    }
    return !text.isEmpty && (letter == "?" || letter == text.first)
      && matches(rest, text.dropFirst())
  }

  @Test func `Objects are chosen by id and by type, whether ids are numbers or texts`() throws {
    var builder = ObjectGraph.Builder()
    let ids: [ObjectID] = [1, 12, -3, 120, "1", "a", "a1", "Node", "12"]
    let types = ["Node", "A1", "1", "-", "é", ""]
    for (index, id) in ids.enumerated() {
      builder.add(ObjectDescription(id: id, type: types[index % types.count]))
    }
    let graph = try builder.build()
    var random = SplitMix64(seed: 1)
    var found = 0
    var earlier: (pattern: ObjectPattern, objects: [Int32])?
    for _ in 0..<3_000 {
      let pattern = String(
        (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
          "**?1 23-aNodeé".randomElement(using: &random)
        })
      let expected = graph.objects.filter {
        matches(pattern[...], "\($0.id)"[...]) || matches(pattern[...], $0.type[...])
      }
      let objects = ObjectPattern(pattern).objects(in: graph)
      #expect(objects.map(\.index) == expected.map(\.index), "\(pattern)")
      found += objects.isEmpty ? 0 : 1
      let (this, indices) = (ObjectPattern(pattern), objects.map(\.index))
      if let earlier {
        let both = ObjectPattern.objects(matching: [earlier.pattern, this], in: graph)
        #expect(both.map(\.index).sorted() == Set(earlier.objects + indices).sorted())
      }
      earlier = (this, indices)
    }
    #expect(found > 500)
  }

  @Test func `A type that was mistyped is suggested, however many objects have other types`() throws
  {
    var builder = ObjectGraph.Builder()
    for id in 0..<60_000 {
      let type = id == 59_999 ? "ProfileViewController" : "Node"
      builder.add(ObjectDescription(id: .number(Int64(id)), type: type))
    }
    let suggestion = ObjectPattern("ProfileViewControler").suggestion(in: try builder.build())
    #expect(suggestion == "; did you mean \"ProfileViewController\"?")
  }
}
