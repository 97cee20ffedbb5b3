import LeakCheckText

/// The nouns of everyday models, by who has whom as a part: a car has wheels, a team has players.
enum PartNouns {
  /// How far inside an object of a type stands whose last word is `noun`, or `nil` where that is not known.
  static func level(of noun: String) -> Int? { levels[noun] }

  /// The level of tools: what does one thing for whatever has it, such as a picker or a sensor.
  static let tools: Int = levels.values.max() ?? 0

  private static let levels: [String: Int] = {
    let tree: JSONTree
    do throws(InputError) {
      tree = try JSONTree.parse(PackageResources.nouns_json, source: "the nouns")
    } catch {
      preconditionFailure("\(error)")
    }
    var levels: [String: Int] = [:]
    for row in tree["levels"]?.elements ?? [] {
      guard case .number(let level)? = row["level"]?.value else { continue }
      for noun in row["nouns"]?.strings ?? [] { levels[noun] = Int(level) }
    }
    return levels
  }()
}
