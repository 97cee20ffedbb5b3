import FlyingFox
import Foundation
import LeakCheckCapture
import LeakCheckImport

/// What the server answers.
enum Routes {
  static func add(to server: HTTPServer) async {
    await server.appendRoute("GET /") { _ in text(Session(of: "visitor").greet()) }
    await server.appendRoute("GET /leak") { _ in
      let session = Session(of: "visitor who stays")
      session.expireLater()
      return text(session.greet())
    }
    await server.appendRoute("GET /graph") { _ in
      do {
        return HTTPResponse(
          statusCode: .ok, headers: [.contentType: "application/json"], body: try graph())
      } catch {
        return text("\(error)\n", status: .internalServerError)
      }
    }
  }

  /// The objects of this process as graph JSON.
  static func graph() throws(CaptureError) -> Data {
    let graph = try captureObjectGraph(named: "LiveServer")
    return Data(JSONGraphWriter().text(of: graph).utf8)
  }

  private static func text(_ words: String, status: HTTPStatusCode = .ok) -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: Data(words.utf8))
  }
}
