import Yams

extension Leak {
  static let yams = [
    Leak(
      "Yams: decoded objects keep their parents", fix: "declare `weak var parent` in Section"
    ) {
      let text = "title: a\nsections:\n- title: b\n  sections: []\n"
      let section = try YAMLDecoder().decode(Section.self, from: text)
      section.adopt()
    },
    Leak(
      "Yams: a list of the process keeps what was decoded", fix: "remove Section from "
    ) {
      let section = try YAMLDecoder().decode(
        Section.self, from: "title: a\nsections: []\n")
      Sections.shared.byTitle["a"] = section
    },
    Leak(
      "Yams: a constructor of nodes captures the object that keeps it",
      fix: "capture [weak self] in closure #1 in Loader.prepare()"
    ) { Loader().prepare() },
  ]
}

final class Section: Codable {
  let title: String
  let sections: [Section]
  var parent: Section?

  private enum CodingKeys: CodingKey { case title, sections }

  func adopt() {
    for section in sections { section.parent = self }
  }
}

final class Sections: @unchecked Sendable {
  static let shared = Sections()
  var byTitle: [String: Section] = [:]
}

final class Loader: @unchecked Sendable {
  private var constructor: Constructor?
  private var scalars = 0

  func prepare() {
    var map = Constructor.defaultScalarMap
    map[.str] = { scalar in
      self.scalars += 1
      return scalar.string
    }
    constructor = Constructor(map)
  }
}
