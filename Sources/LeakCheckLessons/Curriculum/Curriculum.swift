public import LeakCheckText

/// The lessons in the order in which each needs only what is before it.
public struct Curriculum: Sendable {
  /// The lessons, chapter by chapter.
  public private(set) var lessons: [Lesson]

  /// The lessons that come with leakcheck.
  ///
  /// - Throws: ``LeakCheckText/InputError`` where one of them is not written as lessons are, which a test rules out.
  public static func shipped() throws(InputError) -> Curriculum {
    let texts = [
      PackageResources.stored_closures_txt, PackageResources.delegates_and_parents_txt,
      PackageResources.timers_and_observers_txt, PackageResources.tasks_and_streams_txt,
      PackageResources.sessions_sinks_and_frameworks_txt,
      PackageResources.containers_and_presentation_txt, PackageResources.teardown_txt,
      PackageResources.reading_a_memory_graph_txt,
    ]
    var lessons: [Lesson] = []
    for (chapter, text) in zip(Chapter.all, texts) {
      let reader = LessonText(source: chapter.folder)
      lessons += try reader.lessons(
        in: String(decoding: text, as: UTF8.self), chapter: chapter.number)
    }
    return Curriculum(lessons: lessons)
  }

  /// Adds a teacher's own lesson, behind those of its chapter.
  ///
  /// - Parameters:
  ///   - name: the name of its folder.
  ///   - head: lines of `key: text`, up to the first empty one.
  ///   - headName: how the file of those lines is named in errors.
  ///   - source: the program.
  /// - Throws: ``LeakCheckText/InputError`` at a line that is none of a lesson, or where the name is taken.
  public mutating func add(
    named name: String, head: String, from headName: String, source: String
  ) throws(InputError) {
    let lesson = try LessonText(source: headName).lesson(named: name, head: head, body: source)
    guard !lessons.contains(where: { $0.name == name }) else {
      throw InputError(
        source: headName, problem: "there is a lesson \(Quotation.quoted(name)) already",
        expected: "a folder of another name")
    }
    for need in lesson.needs where !lessons.contains(where: { $0.name == need }) {
      let nearest = NearestWord.nearest(to: need, among: lessons.map(\.name))
      throw InputError(
        source: headName, problem: "it needs \(Quotation.quoted(need)), which is no lesson",
        suggestion: nearest)
    }
    let place = lessons.lastIndex { $0.chapter <= lesson.chapter }.map { $0 + 1 } ?? 0
    lessons.insert(lesson, at: place)
  }

  /// The lessons of a chapter.
  public func lessons(of chapter: Chapter) -> [Lesson] {
    lessons.filter { $0.chapter == chapter.number }
  }

  /// The lesson of a name.
  public subscript(name: String) -> Lesson? { lessons.first { $0.name == name } }

  /// The folder of a lesson, from that of all: `1-stored-closures/2-nested-weak-self`.
  public func folder(of lesson: Lesson) -> String {
    let chapter = Chapter.all.first { $0.number == lesson.chapter }
    let number = lessons.filter { $0.chapter == lesson.chapter }
      .firstIndex { $0.name == lesson.name }
    return "\(chapter?.folder ?? "")/\((number ?? 0) + 1)-\(lesson.name)"
  }
}
