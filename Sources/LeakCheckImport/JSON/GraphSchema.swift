/// The JSON Schema of the graph format.
public enum GraphSchema {
  /// The JSON text of the schema, draft 2020-12.
  public static let text: String = String(
    decoding: PackageResources.graph_schema_json, as: UTF8.self)
}
