/// A form with a lazy closure that captures it.
public final class InvoiceForm {
  private var currency = "EUR"
  private lazy var format: (Int) -> String = { amount in "\(amount) \(self.currency)" }

  /// An empty form.
  public init() {}

  /// The total as text.
  public func total() -> String { format(42) }
}

/// The same with a weak capture.
public final class MendedInvoiceForm {
  private var currency = "EUR"
  private lazy var format: (Int) -> String = { [weak self] amount in
    "\(amount) \(self?.currency ?? "")"
  }

  /// An empty form.
  public init() {}

  /// The total as text.
  public func total() -> String { format(42) }
}

/// A button that calls back.
public final class Button {
  /// What a tap does.
  public var onTap: (() -> Void)?
}

/// A screen that hands its own method to its button: nothing says `self`, and the method keeps it.
public final class SettingsScreen {
  private let button = Button()
  private var saves = 0

  /// A screen with one button.
  public init() { button.onTap = save }

  private func save() { saves += 1 }
}

/// The same with a closure that captures weakly.
public final class MendedSettingsScreen {
  private let button = Button()
  private var saves = 0

  /// A screen with one button.
  public init() { button.onTap = { [weak self] in self?.save() } }

  private func save() { saves += 1 }
}
