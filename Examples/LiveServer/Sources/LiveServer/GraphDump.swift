import Dispatch
import Foundation

/// Writes graph.json in the current folder, without a request.
enum GraphDump {
  /// Writes on each SIGUSR1, as long as what is returned is kept.
  static func onSignal() -> any DispatchSourceSignal {
    signal(SIGUSR1, SIG_IGN)
    let signals = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .global())
    signals.setEventHandler { write() }
    signals.resume()
    return signals
  }

  private static func write() {
    do {
      try Routes.graph().write(to: URL(fileURLWithPath: "graph.json"), options: .atomic)
      FileHandle.standardError.write(Data("wrote graph.json\n".utf8))
    } catch {
      FileHandle.standardError.write(Data("no graph: \(error)\n".utf8))
    }
  }
}
