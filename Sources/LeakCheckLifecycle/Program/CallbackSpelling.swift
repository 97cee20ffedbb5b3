import LeakCheckText

/// A search for misspelled callbacks, which nothing would ever call.
enum CallbackSpelling {
  /// Refuses a callback that nothing calls and that is a slip of the typist for one of UIKit's.
  static func check(_ program: Program) throws(InputError) {
    let called = program.calledNames()
    // Of a source in Swift the compiler says so: without `override` nothing is UIKit's.
    for type in program.scenario.types where type.place?.file.isEmpty ?? true {
      for name in type.callbacks.keys.sorted() {
        guard !CallbackName.ofFrameworks.contains(name), !called.contains(name),
          let meant = CallbackName.ofFrameworks.sorted().first(where: {
            NearestWord.isSlip(name, of: $0)
          })
        else { continue }
        let place = type.callbackPlaces[name] ?? type.place
        throw InputError(
          source: program.scenario.name(of: place),
          line: place?.line ?? 1, column: place?.column ?? 1,
          problem: "nothing calls \(Quotation.quoted(name)) of \(Quotation.quoted(type.name))",
          expected: "a callback, or a method that some action names",
          suggestion: Quotation.quoted(meant))
      }
    }
  }
}
