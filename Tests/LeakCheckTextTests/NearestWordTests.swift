import LeakCheckText
import Testing

@Suite struct NearestWordTests {
  static let words = ["strong", "weak", "unowned", "unmanaged"]

  @Test(arguments: [
    ("stong", "strong"), ("strnog", "strong"), ("WEAK", "weak"), ("unowend", "unowned"),
    ("unmanged", "unmanaged"), ("weka", "weak"),
  ]) func `A typing error is found`(_ word: String, _ meant: String) {
    #expect(NearestWord.nearest(to: word, among: Self.words) == meant)
  }

  @Test(arguments: ["", "x", "retained", "banana"])
  func `A word that is not near gives no suggestion`(_ word: String) {
    #expect(NearestWord.nearest(to: word, among: Self.words) == nil)
  }

  @Test func `The first of equally near words wins`() {
    #expect(NearestWord.nearest(to: "c3", among: ["c1", "c2"]) == "c1")
  }

  @Test func `Hostile words and many candidates cost little`() {
    let long = String(repeating: "a", count: 1_000_000)
    #expect(NearestWord.nearest(to: long, among: [long + "b"]) == nil)
    let many = (0..<1_000_000).lazy.map { "object \($0)" }
    #expect(NearestWord.nearest(to: "object 17x", among: many) == "object 17")
  }
}
