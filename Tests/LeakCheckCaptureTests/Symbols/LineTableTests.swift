#if os(Linux)
import LeakCheckCapture
import Testing

private final class Holder {
  var text = ""
  func later() -> (code: UInt64, line: Int) {
    let line = #line + 1
    let code = codeAddress { [weak self] in
      self?.text.append("later")
    }
    return (code, line)
  }

  func strongly(_ number: Int) -> (code: UInt64, line: Int) {
    let line = #line + 1
    let code = codeAddress {
      self.text.append("\(number)")
    }
    return (code, line)
  }
}

@Suite struct LineTableTests {
  private let main: LoadedImage
  private let symbols: SymbolTable
  private let lines: LineTable

  init() throws {
    main = try #require(LoadedImages().main)
    let file = try #require(main.openFile())
    symbols = try #require(SymbolTable(file))
    lines = try #require(LineTable(file))
  }

  /// The place of the function behind a closure's code.
  private func location(of code: UInt64) throws -> SourceLine {
    let symbol = try #require(symbols.names(of: [code &- main.loadBias])[0])
    let base = symbols.symbols(named: [SymbolName(mangled: symbol.name).baseFunction])[0]
    return try #require(lines.location(of: (base ?? symbol).range))
  }

  @Test func `a closure's line is where it is written`() throws {
    let holder = Holder()
    for (code, line) in [holder.later(), holder.strongly(3)] {
      let place = try location(of: code)
      #expect(place.file == #filePath)
      #expect(place.line == line || place.line == line + 1)
    }
  }

  @Test func `lines of a batch are those of single questions`() throws {
    let holder = Holder()
    let codes = [holder.later().code, codeAddress { print(1) }, codeAddress { print(2) }]
    let ranges = symbols.names(of: codes.map { $0 &- main.loadBias }).compactMap { $0?.range }
    let batch = lines.locations(of: ranges + [0..<0, 0..<16, .max - 1 ..< .max])
    #expect(batch.prefix(3) == ArraySlice(ranges.map { lines.location(of: $0) }))
    #expect(batch.suffix(3) == [nil, nil, nil])
  }
}
#endif
