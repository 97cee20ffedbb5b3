/// The style of a presentation, with UIKit's names.
enum PresentationStyle: String, CaseIterable, Sendable {
  case automatic, fullScreen, currentContext, pageSheet, formSheet, popover
  case overFullScreen, overCurrentContext, custom, none

  /// Whether the presenter's view leaves the hierarchy (P1, P2).
  var coversPresenter: Bool { self == .fullScreen || self == .currentContext }
}
