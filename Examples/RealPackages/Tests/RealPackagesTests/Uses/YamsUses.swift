import Testing
import Yams

extension Use {
  static let yams = [
    Use("Yams: a document that is read and written") {
      let loaded = try Yams.load(yaml: "a: 1\nb: [x, y]\n") as? [String: Any]
      #expect(loaded?.count == 2)
      let text = try Yams.dump(object: ["a": 1])
      #expect(text == "a: 1\n")
    },
    Use("Yams: coded values") {
      let settings = Settings(name: "site", ports: [80, 443])
      let text = try YAMLEncoder().encode(settings)
      let decoded = try YAMLDecoder().decode(Settings.self, from: text)
      #expect(decoded == settings)
    },
    Use("Yams: nodes, anchors and aliases") {
      let node = try Yams.compose(yaml: "base: &b {x: 1}\nother: *b\n")
      #expect(node?["other"]?["x"]?.int == 1)
    },
    Use("Yams: a document that is wrong") {
      do {
        _ = try Yams.load(yaml: "a: [1, 2")
      } catch is YamlError {
        return
      }
    },
  ]
}

struct Settings: Codable, Equatable {
  var name: String
  var ports: [Int]
}
