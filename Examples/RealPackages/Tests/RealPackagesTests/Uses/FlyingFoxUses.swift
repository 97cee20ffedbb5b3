import Testing
import FlyingFox
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Use {
  static let flyingFox = [
    Use("FlyingFox: a request to a server that stops") {
      let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0))
      await server.appendRoute("GET /hello") { _ in
        HTTPResponse(statusCode: .ok, body: Data("hello".utf8))
      }
      let running = Task { try await server.run() }
      try await server.waitUntilListening()
      guard case .ip4(_, let port) = await server.listeningAddress else { return }
      let session = URLSession(configuration: .ephemeral)
      let url = try #require(URL(string: "http://127.0.0.1:\(port)/hello"))
      let (body, _) = try await session.data(from: url)
      #expect(body == Data("hello".utf8))
      session.finishTasksAndInvalidate()
      await server.stop()
      _ = await running.result
    },
    Use("FlyingFox: a handler with routes, without a server") {
      let counter = Counter()
      var handler = RoutedHTTPHandler()
      handler.appendRoute("GET /count") { _ in
        counter.add()
        return HTTPResponse(statusCode: .ok)
      }
      let request = HTTPRequest(
        method: .GET, version: .http11, path: "/count", query: [], headers: [:], body: Data())
      let response = try await handler.handleRequest(request)
      #expect(response.statusCode == .ok)
      #expect(counter.value == 1)
    },
  ]
}
