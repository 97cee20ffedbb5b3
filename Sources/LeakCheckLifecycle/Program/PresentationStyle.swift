/// The style of a presentation, by the names of UIKit.
enum PresentationStyle: String, CaseIterable, Sendable {
  case automatic, fullScreen, currentContext, pageSheet, formSheet, popover
  case overFullScreen, overCurrentContext, custom, none

  /// Whether the presenter's view leaves the hierarchy (P1, P2).
  var coversPresenter: Bool { self == .fullScreen || self == .currentContext }
}
