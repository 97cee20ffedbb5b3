import LeakCheckTestSupport
import Testing

@testable import LeakCheckGraph

@Suite struct IDTableTests {
  /// Numbers of the kinds that dumps have: dense, aligned addresses, pointers, the extremes.
  private static func numbers(_ style: Int, using random: inout SplitMix64) -> [Int64] {
    let count = Int.random(in: 1...3_000, using: &random)
    let all: [Int64] = (0..<count).map { index in
      switch style {
      case 0: Int64(index)
      case 1: 0x6000_0000_0000 + Int64(index) * 16
      case 2: Int64(140_000_000_000_000) + Int64(random.next() % 1 << 40) * 16
      case 3: Int64(bitPattern: random.next())
      default: [Int64.min, -1, 0, 1, Int64.max][index % 5]
      }
    }
    return Array(Set(all)).sorted().shuffled(using: &random)
  }

  private static func ids(_ numbers: [Int64]) -> ObjectIDs {
    var ids = ObjectIDs()
    ids.append(numbers: numbers)
    return ids
  }

  @Test(arguments: 0..<5, 0..<20) func `every number is found at its row, and no other is`(
    style: Int, seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let numbers = Self.numbers(style, using: &random)
    let table = try IDTable(of: Self.ids(numbers))
    #expect(table.rows(of: numbers) == Array(0..<Int32(numbers.count)))
    let known = Set(numbers)
    let others = numbers.flatMap { [$0 &- 1, $0 &+ 1, $0 ^ 8, Int64(bitPattern: random.next())] }
      .filter { !known.contains($0) }
    #expect(table.rows(of: others).allSatisfy { $0 == -1 })
    for number in numbers.prefix(50) {
      let row = table[PackedID(value: number, isText: false)]
      #expect(row.map { numbers[Int($0)] } == number)
    }
  }

  @Test(arguments: 0..<5, 0..<20) func `numbers are sorted as they compare`(
    style: Int, seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed &+ 100)
    let numbers = Self.numbers(style, using: &random)
    let rows = try Self.ids(numbers).sortedRows() ?? Array(0..<Int32(numbers.count))
    #expect(rows.map { numbers[Int($0)] } == numbers.sorted())
  }

  @Test(arguments: [3, 2_000]) func `the first row with an id of an earlier one is named`(
    count: Int
  ) {
    var ids = Self.ids((0..<Int64(count)).map { $0 * 1_000_003 })
    ids.append(numbers: [1_000_003, 0])
    let error = GraphError.duplicateID(.number(1_000_003), first: 1, second: count)
    #expect(throws: error) { try IDTable(of: ids) }
    #expect(throws: error) { try ids.sortedRows() }
  }

  @Test func `texts and numbers that read alike are different ids`() throws {
    var ids = ObjectIDs()
    for id: ObjectID in ["7", 7, "a", "", -7] { ids.append(ids.pack(id)) }
    let table = try IDTable(of: ids)
    #expect(table[ids.pack(7)] == 1)
    #expect(table[ids.pack("7")] == 0)
    #expect(table[ids.pack("")] == 3)
    #expect(table[ids.pack("-7")] == nil)
    #expect(table[ids.pack(8)] == nil)
    #expect(try ids.sortedRows() == [4, 1, 3, 0, 2])
  }

  @Test func `a table of nothing has nothing`() throws {
    let table = try IDTable(of: ObjectIDs())
    #expect(table[PackedID(value: 0, isText: false)] == nil)
    #expect(table.rows(of: [0, 1]) == [-1, -1])
  }
}
