// Foundation's JSONDecoder on graph JSON: swiftc -O JSONDecoderPeer.swift -o json-decoder-peer
//
//   json-decoder-peer FILE [repetitions]
//
// Decodes into plain structs and nothing more: no ids resolved, no texts shared, no directions.
// Prints the name and the median in milliseconds. The bytes are in memory before the clock starts.

import Foundation

struct Graph: Decodable {
  struct Object: Decodable {
    var id: Int
    var type: String
    var kind: String?
    var size: Int?
    var name: String?
    var root: String?
    var expect: String?
  }

  struct Reference: Decodable {
    var from: Int
    var to: Int
    var name: String?
    var strength: String?
    var kind: String?
  }

  var leakcheck: Int
  var objects: [Object]
  var references: [Reference]
}

let arguments = CommandLine.arguments
guard arguments.count > 1, let data = FileManager.default.contents(atPath: arguments[1]) else {
  FileHandle.standardError.write(Data("usage: json-decoder-peer FILE [repetitions]\n".utf8))
  exit(64)
}
var times: [Double] = []
for _ in 0..<(arguments.count > 2 ? Int(arguments[2]) ?? 1 : 1) {
  let start = DispatchTime.now().uptimeNanoseconds
  let graph = try JSONDecoder().decode(Graph.self, from: data)
  times.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6)
  guard graph.objects.count + graph.references.count > 0 else { exit(1) }
}
times.sort()
print("foundation-json-decoder \(String(format: "%.1f", times[times.count / 2]))")
