/// The JSON Schema of the graph format.
public enum GraphSchema {
  /// The schema, draft 2020-12, as JSON text.
  public static let text: String = String(
    decoding: PackageResources.graph_schema_json, as: UTF8.self)
}
