#if LEAKCHECK_SWIFT
import LeakCheckLessons

/// A choice of lessons: names with commas, numbers of chapters, or all.
struct LessonChoice {
  private let words: [String]?

  init(_ text: String?) {
    words = text.map { $0.split(separator: ",").map { $0.filter { $0 != " " } } }
  }

  func lessons(of folder: LearnFolder) throws -> [Lesson] {
    let all = folder.curriculum.lessons
    guard let words else { return all }
    let chosen = try words.flatMap { word -> [String] in
      if let number = Int(word), Chapter.all.contains(where: { $0.number == number }) {
        return all.filter { $0.chapter == number }.map(\.name)
      }
      return [try folder.lesson(word).name]
    }
    return all.filter { chosen.contains($0.name) }
  }
}
#endif
