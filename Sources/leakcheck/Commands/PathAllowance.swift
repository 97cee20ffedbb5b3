/// The number of paths to search per object, limited because building long paths takes quadratic time.
///
/// What is short costs about what it takes to be written, and is not counted. The others share what a run may do, so
/// that the same graph gives the same paths on every machine.
struct PathAllowance {
  /// References that may be put together in this run besides.
  private var remaining: Int
  /// Of how many objects fewer paths than wanted are looked for.
  private(set) var shortened = 0
  /// References that the long paths of further objects may have.
  private var furtherReferences: Int

  /// A path of so many references is long: about as much as a report shows of one.
  private static let shortLength = 64

  /// To so many objects a path is shown, however long it is: as many as without `--limit`.
  private static let alwaysShown = 20

  /// What a run may put together of long paths.
  ///
  /// - Parameters:
  ///   - references: what several paths to one object may take.
  ///   - further: the references that long paths to further objects may have: to each object of a list of a million
  ///     leads a path of half a million, on average.
  init(of references: Int = 100_000_000, further: Int = 2_000_000) {
    remaining = references
    furtherReferences = further
  }

  /// Whether paths of such lengths are still to be shown, after so many objects.
  mutating func shows(_ lengths: [Int], after objects: Int) -> Bool {
    guard objects >= Self.alwaysShown else { return true }
    let long = lengths.filter { $0 > Self.shortLength }.reduce(0, +)
    guard long <= furtherReferences else { return false }
    furtherReferences -= long
    return true
  }

  /// How many paths to look for where the shortest has `length` references: at most `count`, and one always.
  mutating func count(_ count: Int, ofLength length: Int) -> Int {
    let cost = length * max(0, length - Self.shortLength)
    guard count > 1, cost > 0 else { return count }
    let affordable = max(1, min(count, remaining / cost))
    if affordable < count { shortened += 1 }
    if affordable > 1 { remaining -= affordable * cost }
    return affordable
  }
}
