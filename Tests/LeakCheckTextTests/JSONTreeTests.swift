import LeakCheckTestSupport
import LeakCheckText
import Testing

@Suite struct JSONTreeTests {
  private func failure(_ text: String) -> String? {
    do throws(InputError) {
      _ = try JSONTree.parse(Array(text.utf8), source: "f")
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [2, 7, 8, 9, 40]) func `a key that comes twice is refused at its place`(
    count: Int
  ) {
    let members = (0..<count).map { "\"k\($0)\": \($0)" }
    #expect(failure("{\(members.joined(separator: ", "))}") == nil)
    for place in [0, count - 1] {
      let all = (members + ["\"k\(place)\": 0"]).joined(separator: ",\n")
      #expect(failure("{\(all)}") == "f:\(count + 1):1: duplicate key \"k\(place)\"")
    }
  }

  /// One by one, that many keys take hours, and a fifth of them many minutes.
  @Test(.timeLimit(.minutes(30))) func `an object of very many keys is read`() throws {
    let count = Rounds.of(500_000, usually: 100_000)
    let members = (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(failure("{\(members)}") == nil)
  }

  @Test func `a number beyond all numbers is shown`() {
    #expect(failure("[1e999]") == "f:1:2: number 1e999 out of range")
    #expect(failure("[-1\(String(repeating: "0", count: 400))]")?.count ?? 0 < 110)
  }
}
