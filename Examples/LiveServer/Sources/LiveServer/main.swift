import Dispatch
import FlyingFox
import Foundation

let port = CommandLine.arguments.dropFirst().first.flatMap(UInt16.init) ?? 8080
let server = HTTPServer(address: .loopback(port: port))
await Routes.add(to: server)

// On SIGUSR1 the graph goes to graph.json in the current folder.
signal(SIGUSR1, SIG_IGN)
let dumps = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .global())
dumps.setEventHandler {
  do {
    try Routes.graph().write(to: URL(fileURLWithPath: "graph.json"), options: .atomic)
    print("wrote graph.json")
  } catch {
    print("no graph: \(error)")
  }
}
dumps.resume()

print("http://127.0.0.1:\(port)/ of process \(ProcessInfo.processInfo.processIdentifier)")
try await server.run()
