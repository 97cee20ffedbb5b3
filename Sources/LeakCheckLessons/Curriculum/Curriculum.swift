public import LeakCheckText

/// The lessons, in an order in which each needs only those before it.
public struct Curriculum: Sendable {
  /// The lessons, chapter by chapter.
  public private(set) var lessons: [Lesson]

  /// The lessons that come with leakcheck.
  ///
  /// - Throws: ``LeakCheckText/InputError`` if a lesson violates the format, which a test rules out.
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

  /// Adds a teacher's own lesson at the end of its chapter.
  ///
  /// - Parameters:
  ///   - name: the name of the lesson's folder.
  ///   - head: lines of `key: text`, up to the first empty line.
  ///   - headName: the name of the file with those lines in errors.
  ///   - source: the program.
  /// - Throws: ``LeakCheckText/InputError`` at an invalid line, or if the name is taken.
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
        source: headName, problem: "it needs \(Quotation.quoted(need)), which is not a lesson",
        suggestion: nearest)
    }
    let place = lessons.lastIndex { $0.chapter <= lesson.chapter }.map { $0 + 1 } ?? 0
    lessons.insert(lesson, at: place)
  }

  /// Returns the lessons of a chapter.
  public func lessons(of chapter: Chapter) -> [Lesson] {
    lessons.filter { $0.chapter == chapter.number }
  }

  /// Returns the lesson with a name.
  public subscript(name: String) -> Lesson? { lessons.first { $0.name == name } }

  /// Returns the folder of a lesson, relative to that of all lessons: `1-stored-closures/2-nested-weak-self`.
  public func folder(of lesson: Lesson) -> String {
    let chapter = Chapter.all.first { $0.number == lesson.chapter }
    let number = lessons.filter { $0.chapter == lesson.chapter }
      .firstIndex { $0.name == lesson.name }
    return "\(chapter?.folder ?? "")/\((number ?? 0) + 1)-\(lesson.name)"
  }
}
