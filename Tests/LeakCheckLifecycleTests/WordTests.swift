import Foundation
import Testing

@testable import LeakCheckLifecycle

/// The words of scenarios, and the lists of what they are about.
@Suite struct WordTests {
  private static let words: [Word] =
    ObjectWord.allCases.map(Word.object) + BodyWord.allCases.map(Word.body)
    + CheckWord.allCases.map(Word.check) + TimeWord.allCases.map(Word.time)
    + ObservationWord.allCases.map(Word.observation) + TaskWord.allCases.map(Word.task)
    + SessionWord.allCases.map(Word.session) + PublisherWord.allCases.map(Word.publisher)
    + ViewWord.allCases.map(Word.view) + AppWord.allCases.map(Word.app)
    + ContainerWord.allCases.map(Word.container)

  @Test func `each word can be written in a scenario, once`() {
    let forms = Grammar.forms.map(\.word) + Grammar.plainWords
    #expect(forms.count == Self.words.count)
    #expect(Set(forms) == Set(Self.words))
    #expect(Set(Self.words.map(\.name)).count == Self.words.count)
  }

  @Test func `each file of a container is in the list, and each class has its own`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/LeakCheckLifecycle/Containers").standardized
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Container.swift") && $0 != "Container.swift" }
    #expect(files.sorted() == Containers.all.map { "\($0).swift" }.sorted())
    #expect(Set(Containers.all.map { $0.type.name }).count == Containers.all.count)
  }
}
