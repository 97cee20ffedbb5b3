/// The live objects of a process, of a class of its own.
final class Resident {
  var next: Resident?
  var number: Int

  init(_ number: Int, next: Resident?) {
    self.number = number
    self.next = next
  }
}

/// What an object of a program mostly is: some values, some text, a list and what it calls back.
final class Record {
  let name: String
  var tags: [String]
  var neighbours: [Record] = []
  weak var owner: Record?
  var onChange: (() -> Void)?

  init(_ number: Int) {
    name = "the record of number \(number)"
    tags = ["even longer than a small string \(number % 100)"]
  }
}

/// Who holds the live objects.
@MainActor
enum Population {
  private static var residents: [Resident] = []
  private static var records: [Record] = []

  /// Makes so many objects: a list of objects, each of which holds the one before.
  static func makeResidents(_ count: Int) {
    residents.reserveCapacity(count)
    for number in 0..<count { residents.append(Resident(number, next: residents.last)) }
  }

  /// Makes some `count` objects of all kinds, of which records are a sixth.
  static func makeRecords(_ count: Int) {
    for number in 0..<count / 6 {
      let record = Record(number)
      records.append(record)
      let other = records[number / 2]
      record.neighbours = [other]
      record.owner = records[number / 3]
      record.onChange = { [weak record] in other.number(record) }
    }
  }
}

extension Record {
  func number(_ other: Record?) { tags.append(other?.name ?? "") }
}

/// What a body makes that leaks nothing.
final class Visitor {
  var visits = 0
}

/// What a body leaves behind.
final class Offender {
  var accomplice: Offender?
}
