import LeakCheckGraph

/// The number and shallow size of the remaining objects of each type.
///
/// Types are told apart as fingerprints do it: without array positions and addresses, which another run has not.
struct TypeCensus {
  /// A type with the number and size of its objects.
  struct Row {
    var type: String
    var objects: Int
    var bytes: Int64
  }

  /// A row for each type that has objects, in the byte order of their names.
  let rows: [Row]

  /// The census of what stays in the analysed graph.
  ///
  /// - Complexity: O(objects + types × log types): an object costs two additions in flat arrays.
  init(of analysis: GraphAnalysis) {
    let storage = analysis.graph.storage
    var objects = [Int](repeating: 0, count: storage.strings.count)
    var bytes = [Int64](repeating: 0, count: storage.strings.count)
    let types = storage.types
    for index in 0..<types.count where analysis.staying.contains(Int32(index)) {
      let type = types[index]
      objects[Int(type)] += 1
      bytes[Int(type)] = bytes[Int(type)].addingSaturated(storage.sizes[index])
    }
    var rows: [Row] = []
    for type in objects.indices where objects[type] > 0 {
      let name = Fingerprint.normalized(storage.strings[Int32(type)])
      rows.append(Row(type: name, objects: objects[type], bytes: bytes[type]))
    }
    rows.sort { $0.type.utf8.lexicographicallyPrecedes($1.type.utf8) }
    self.rows = rows
  }
}
