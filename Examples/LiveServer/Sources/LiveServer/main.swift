import FlyingFox
import Foundation

let port = CommandLine.arguments.dropFirst().first.flatMap(UInt16.init) ?? 8080
let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port))
await Routes.add(to: server)
let dumps = GraphDump.onSignal()

let process = ProcessInfo.processInfo.processIdentifier
FileHandle.standardError.write(Data("http://127.0.0.1:\(port)/ of process \(process)\n".utf8))
try await server.run()
