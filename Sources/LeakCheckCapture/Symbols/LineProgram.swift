/// The machine that turns a line program into rows of addresses and lines.
///
/// Source: DWARF 5, section 6.2.5. Rows of one address are consecutive; the last one counts, as in debuggers. Machines
/// with several operations per instruction are not supported.
struct LineProgram {
  private let header: LineHeader
  private var reader: ByteReader
  private var address: UInt64 = 0
  private var file: UInt64 = 1
  private var line: Int64 = 1
  private var last: (address: UInt64, file: UInt64, line: Int64)?

  init(_ header: LineHeader, _ reader: ByteReader) {
    self.header = header
    self.reader = reader
  }

  /// Calls `body` with each address range of one line, in program order.
  ///
  /// - Complexity: O(bytes of the program)
  mutating func run(
    _ body: (_ lower: UInt64, _ upper: UInt64, _ file: UInt64, _ line: Int64) -> Void
  ) {
    while !reader.isAtEnd {
      let opcode = reader.byte()
      if opcode >= header.opcodeBase {
        let step = opcode - header.opcodeBase
        address &+= UInt64(step / header.lineRange) &* header.instructionLength
        line &+= header.lineBase &+ Int64(step % header.lineRange)
        row(body)
      } else if opcode == 0 {
        extended(body)
      } else {
        standard(opcode, body)
      }
    }
  }

  private mutating func row(_ body: (UInt64, UInt64, UInt64, Int64) -> Void) {
    if let last, address > last.address { body(last.address, address, last.file, last.line) }
    last = (address, file, line)
  }

  private mutating func standard(_ opcode: UInt8, _ body: (UInt64, UInt64, UInt64, Int64) -> Void) {
    switch opcode {
    case 1: row(body)
    case 2: address &+= reader.unsigned() &* header.instructionLength
    case 3: line &+= reader.signed()
    case 4: file = reader.unsigned()
    case 8:
      let step = UInt64((255 - header.opcodeBase) / header.lineRange)
      address &+= step &* header.instructionLength
    case 9: address &+= reader.number(2)
    default:
      for _ in 0..<header.operands[Int(opcode) - 1] { _ = reader.unsigned() }
    }
  }

  private mutating func extended(_ body: (UInt64, UInt64, UInt64, Int64) -> Void) {
    let length = reader.unsigned()
    let start = reader.position
    switch reader.byte() {
    case 1:
      row(body)
      (address, file, line, last) = (0, 1, 1, nil)
    case 2: address = reader.number(min(8, max(0, Int(min(length, 9)) - 1)))
    default: break
    }
    let used = UInt64(reader.position - start)
    if length > used { reader.skip(length - used) }
  }
}
