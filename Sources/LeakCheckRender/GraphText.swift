#if canImport(GvcInUsr) || canImport(GvcInUsrLocal) || canImport(GvcInHomebrew) || GVC_ELSEWHERE
import CGraphviz

/// A DOT reader whose result depends only on the text.
///
/// Left to itself, libcgraph takes the address of a name for its number, and a layout goes through clusters in the order of
/// their numbers: in a program that has used its memory for something else, one text gives another picture each time.
/// Here names are numbered in the order in which they come. Source: cgraph(3), "Disciplines".
enum GraphText {
  /// The graph of a text, or `nil` where the text is no DOT.
  ///
  /// Used under the lock around all of Graphviz, like everything here.
  static func parse(_ dot: String) -> UnsafeMutablePointer<Agraph_t>? {
    let text = TextSource(dot)
    return unsafe withExtendedLifetime(text) {
      // The discipline of memory is left out: then it is the default one.
      var disciplines = unsafe Agdisc_t()
      unsafe disciplines.id = unsafe NameNumbers.discipline
      unsafe disciplines.io = unsafe TextSource.discipline
      return unsafe agread(Unmanaged.passUnretained(text).toOpaque(), &disciplines)
    }
  }
}

/// A text that was read up to a position.
private final class TextSource {
  /// What libcgraph keeps a pointer to as long as a graph lives.
  nonisolated(unsafe) static let discipline: UnsafeMutablePointer<Agiodisc_t> = {
    let discipline = UnsafeMutablePointer<Agiodisc_t>.allocate(capacity: 1)
    unsafe discipline.initialize(to: leakcheck_io_discipline())
    unsafe discipline.pointee.afread = { source, buffer, count in
      guard let source = unsafe source, let buffer = unsafe buffer else { return 0 }
      let text = unsafe Unmanaged<TextSource>.fromOpaque(source).takeUnretainedValue()
      return unsafe Int32(
        text.read(UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))))
    }
    return unsafe discipline
  }()

  private var left: ArraySlice<UInt8>

  /// The text up to its first zero, as C has it.
  init(_ dot: String) { left = Array(dot.utf8.prefix { $0 != 0 })[...] }

  /// Copies what comes next to `buffer` and says how much.
  func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let next = left.prefix(buffer.count)
    unsafe buffer.copyBytes(from: next)
    left = left.dropFirst(next.count)
    return next.count
  }
}

/// The numbers of a graph's names: even numbers in order of appearance, odd numbers for unnamed parts.
@safe private final class NameNumbers {
  /// What libcgraph keeps a pointer to as long as a graph lives.
  nonisolated(unsafe) static let discipline: UnsafeMutablePointer<Agiddisc_t> = {
    let discipline = UnsafeMutablePointer<Agiddisc_t>.allocate(capacity: 1)
    unsafe discipline.initialize(to: leakcheck_id_discipline())
    unsafe discipline.pointee.open = { _, _ in
      unsafe Unmanaged.passRetained(NameNumbers()).toOpaque()
    }
    unsafe discipline.pointee.close = { state in
      if let state = unsafe state { unsafe Unmanaged<NameNumbers>.fromOpaque(state).release() }
    }
    unsafe discipline.pointee.map = { state, _, name, number, mayAdd in
      guard let numbers = unsafe NameNumbers.of(state) else { return 0 }
      let name = unsafe name.map { name in
        unsafe Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1))
      }
      unsafe number?.pointee = numericCast(numbers.number(of: name, mayAdd: mayAdd != 0))
      return 1
    }
    unsafe discipline.pointee.print = { state, _, number in
      unsafe NameNumbers.of(state)?.name(of: numericCast(number))
    }
    unsafe discipline.pointee.free = { _, _, _ in }
    return unsafe discipline
  }()

  /// The number of each name with its closing zero: as text, names of different bytes may be equal.
  private var numbers: [[CChar]: Int] = [:]
  private var names: [UnsafeMutablePointer<CChar>] = unsafe []
  private var nextWithoutName = 1

  deinit {
    for index in unsafe names.indices { unsafe names[index].deallocate() }
  }

  private static func of(_ state: UnsafeMutableRawPointer?) -> NameNumbers? {
    unsafe state.map { unsafe Unmanaged<NameNumbers>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The number of a name, or 0 where it is new and may not be added.
  private func number(of name: [CChar]?, mayAdd: Bool) -> Int {
    guard let name else {
      defer { nextWithoutName += 2 }
      return nextWithoutName
    }
    if let known = numbers[name] { return known }
    guard mayAdd else { return 0 }
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: name.count)
    unsafe copy.initialize(from: name, count: name.count)
    unsafe names.append(copy)
    let number = unsafe 2 * names.count
    numbers[name] = number
    return number
  }

  /// The name with a number, which stays where it is as long as the graph lives.
  private func name(of number: Int) -> UnsafeMutablePointer<CChar>? {
    let place = number / 2 - 1
    return unsafe number % 2 == 0 && names.indices.contains(place) ? names[place] : nil
  }
}
#endif
