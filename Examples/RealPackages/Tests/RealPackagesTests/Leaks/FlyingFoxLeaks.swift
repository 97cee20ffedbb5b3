import FlyingFox
import Foundation

extension Leak {
  static let flyingFox = [
    Leak(
      "FlyingFox: a route captures the object that keeps the server",
      fix: "capture [weak self] in closure #1 in Site.addRoutes()"
    ) { try await Site().addRoutes() },
    Leak(
      "FlyingFox: a handler keeps the object that keeps its server",
      fix: "declare `weak var shop` in ShopHandler"
    ) { try await Shop().addRoutes() },
  ]
}

final class Site: @unchecked Sendable {
  private let server: HTTPServer
  private var visits = 0

  init() throws { server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0)) }

  func addRoutes() async throws {
    await server.appendRoute("GET /") { _ in
      self.visits += 1
      return HTTPResponse(statusCode: .ok)
    }
  }
}

final class Shop: @unchecked Sendable {
  private let server: HTTPServer

  init() throws { server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0)) }

  func addRoutes() async throws {
    await server.appendRoute("GET /", to: ShopHandler(self))
  }
}

final class ShopHandler: HTTPHandler, @unchecked Sendable {
  private var shop: Shop?

  init(_ shop: Shop) { self.shop = shop }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    HTTPResponse(statusCode: .ok)
  }
}
