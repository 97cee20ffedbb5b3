/// A sheet that waits for an answer which never comes when it is dismissed.
@MainActor public final class RenameSheet {
  private var answer: CheckedContinuation<String, Never>?
  private var name = ""

  /// A sheet that was not shown yet.
  public init() {}

  /// Shows the sheet, and takes the name that is typed.
  public func present() {
    Task { name = await typedName() }
  }

  /// The sheet goes away without an answer.
  public func dismiss() {}

  private func typedName() async -> String {
    await withCheckedContinuation { answer = $0 }
  }
}

/// The same with an answer when it is dismissed.
@MainActor public final class MendedRenameSheet {
  private var answer: CheckedContinuation<String?, Never>?
  private var name = ""

  /// A sheet that was not shown yet.
  public init() {}

  /// Shows the sheet, and takes the name that is typed.
  public func present() {
    Task { name = await typedName() ?? name }
  }

  /// The sheet goes away without an answer, and says so.
  public func dismiss() {
    answer?.resume(returning: nil)
    answer = nil
  }

  private func typedName() async -> String? {
    await withCheckedContinuation { answer = $0 }
  }
}
