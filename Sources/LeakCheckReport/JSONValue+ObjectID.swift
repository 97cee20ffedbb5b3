import LeakCheckGraph
import LeakCheckText

extension JSONValue {
  /// An id as the dump writes it: a number or a string.
  init(_ id: ObjectID) {
    switch id {
    case .number(let number): self = .number(number)
    case .text(let text): self = .string(text)
    }
  }
}
