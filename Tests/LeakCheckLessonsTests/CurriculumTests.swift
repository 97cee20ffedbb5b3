import LeakCheckLessons
import LeakCheckText
import Testing

/// The order of the lessons, and those of teachers.
@Suite struct CurriculumTests {
  @Test func `each lesson needs only what is before it`() throws {
    var before: Set<String> = []
    for lesson in try Curriculum.shipped().lessons {
      #expect(before.isSuperset(of: lesson.needs), "\(lesson.name)")
      before.insert(lesson.name)
      #expect(!lesson.title.isEmpty && !lesson.look.isEmpty && !lesson.believed.isEmpty)
    }
  }

  @Test func `folders are numbered within chapters`() throws {
    let curriculum = try Curriculum.shipped()
    let folders = curriculum.lessons.map(curriculum.folder)
    #expect(folders.first == "1-stored-closures/1-stored-closure")
    #expect(folders.contains("5-sessions-sinks-and-frameworks/2-url-session-delegate"))
    #expect(Set(folders).count == folders.count)
  }

  @Test func `a teacher's lesson comes behind those of its chapter`() throws {
    var curriculum = try Curriculum.shipped()
    let head =
      "title: Ours\nchapter: 2\nneeds: coordinator, stored-closure\nasks: reference\n\nmore"
    try curriculum.add(named: "ours", head: head, from: "ours/lesson.txt", source: "class A {}\n")
    let lesson = try #require(curriculum["ours"])
    #expect(curriculum.folder(of: lesson) == "2-delegates-and-parents/6-ours")
    #expect(lesson.asks == .reference)
    #expect(lesson.needs == ["coordinator", "stored-closure"])
  }

  @Test(arguments: [
    ("ours", "chapter: 2\n", 1, "there is no title"),
    ("ours", "title: A\n", 1, "there is no chapter"),
    ("ours", "title: A\nchapter: 9\n", 2, "chapter is"), ("ours", "titel: A\n", 1, "is not a key"),
    ("ours", "title: A\nchapter: 1\nasks: why\n", 3, "asks is"),
    ("../ours", "title: A\nchapter: 1\n", 1, "is not the name"),
    ("stored-closure", "title: A\nchapter: 1\n", 1, "already"),
    ("ours", "title: A\nchapter: 1\nneeds: nothing-known\n", 1, "is not a lesson"),
  ])
  func `a lesson that is written wrong is told of`(
    _ name: String, _ head: String, _ line: Int, _ words: String
  ) throws {
    var curriculum = try Curriculum.shipped()
    let error = #expect(throws: InputError.self) {
      try curriculum.add(named: name, head: head, from: "lesson.txt", source: "")
    }
    #expect(error?.line == line)
    #expect(error?.problem.contains(words) == true)
  }
}
