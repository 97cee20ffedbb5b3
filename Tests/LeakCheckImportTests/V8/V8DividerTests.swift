import LeakCheckTestSupport
import Testing

@testable import LeakCheckImport

@Suite struct V8DividerTests {
  @Test(arguments: 1...255) func `A multiple is divided exactly, anything else is told`(
    divisor: Int
  ) {
    let divider = V8Divider(by: divisor)
    var random = SplitMix64(seed: UInt64(divisor))
    let numbers =
      (0..<300).map { _ in
        Int.random(in: 0...Int.max, using: &random) >> Int.random(in: 7...62, using: &random)
      } + [0, divisor - 1, divisor, (1 << 56) - 1]
    for number in numbers {
      let whole = number / divisor * divisor
      #expect(divider.quotient(of: whole) == whole / divisor)
      #expect((divider.quotient(of: number) != nil) == (number % divisor == 0))
    }
    #expect(divider.quotient(of: divisor << 56) == nil)
  }
}
