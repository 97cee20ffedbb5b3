import LeakCheckAnalysis
import LeakCheckGraph

/// How much of what a finding has in common with others a report lists.
///
/// Findings may have a long way in common, or hold each other's objects. All of it for each of them would make a report
/// that grows with the square of the graph.
enum FindingListing {
  /// The paths and the ids of all that is held.
  case whole
  /// Of a long path the first object and the last ones, of much that is held no ids, and how many are left out.
  case ends

  /// The number of objects at the end of a long path, and the most ids, that are listed nevertheless.
  static let endLength = 20

  /// How many objects a report lists besides what is in proportion to the graph, if it writes each.
  static let listed = 100_000
  /// How many of them are looked at in a report that only sums them up, which takes a second at most.
  static let summedUp = 2_000_000

  /// How much is listed of each finding, in order: all of it while that takes room in proportion to the graph.
  ///
  /// - Parameters:
  ///   - findings: those that the report tells of.
  ///   - free: how many objects have room in a report of the smallest graph.
  /// - Returns: how much, for each finding.
  /// - Complexity: O(findings + objects of the graph + free), as no path is followed farther than there is room.
  static func listings(
    of findings: some Collection<Finding>, free: Int = listed
  ) -> [FindingListing] {
    let objects = findings.first?.path.first?.graph.objects.count ?? 0
    // A path, a path from a root and what is held: those of one finding fit, whatever it is.
    var room = free + 3 * objects
    return findings.map { finding in
      let count =
        finding.holds.count + finding.path.objectCount(upTo: room)
        + (finding.rootPath?.objectCount(upTo: room) ?? 0)
      guard count <= room else { return .ends }
      room -= count
      return .whole
    }
  }
}
