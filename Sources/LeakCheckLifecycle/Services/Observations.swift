import LeakCheckGraph

/// The observers of notifications and values, in the order of registration.
struct Observations {
  /// The subject of an observer.
  enum Subject: Hashable {
    case notification(String)
    case notificationBySelector(String)
    case property(String, of: Int32)
    /// A publisher, by its place.
    case publisher(String)
  }

  struct Entry {
    /// The registration, or a number below zero for a selector.
    var registration: Int32
    /// The target of a selector, or -1.
    var object: Int32 = -1
    var selector: String?
  }

  /// Those of a subject, also some that are told no more.
  private var entries: [Subject: [Entry]] = [:]
  private var goneCounts: [Subject: Int] = [:]
  /// The subject of each registration that is active.
  private var subjects: [Int32: Subject] = [:]
  /// The numbers of an object's selectors.
  private var selectors: [Int32: [Int32]] = [:]
  private var selectorCount: Int32 = 0

  mutating func add(_ entry: Entry, of subject: Subject) {
    subjects[entry.registration] = subject
    entries[subject, default: []].append(entry)
  }

  mutating func addSelector(_ selector: String, of object: Int32, for name: String) {
    selectorCount += 1
    selectors[object, default: []].append(-selectorCount)
    add(
      Entry(registration: -selectorCount, object: object, selector: selector),
      of: .notificationBySelector(name))
  }

  func isActive(_ entry: Entry) -> Bool { subjects[entry.registration] != nil }

  /// Everyone who is told of a subject just now.
  func entries(of subject: Subject) -> [Entry] { entries[subject, default: []].filter(isActive) }

  /// Ends an observation.
  ///
  /// - Complexity: O(1) amortized.
  mutating func remove(_ registration: Int32) {
    guard let subject = subjects.removeValue(forKey: registration) else { return }
    goneCounts[subject, default: 0] += 1
    guard let all = entries[subject], goneCounts[subject, default: 0] * 2 > all.count else {
      return
    }
    entries[subject] = all.filter(isActive)
    goneCounts[subject] = nil
  }

  mutating func removeSelectors(of object: Int32) {
    for number in selectors.removeValue(forKey: object) ?? [] { remove(number) }
  }
}
