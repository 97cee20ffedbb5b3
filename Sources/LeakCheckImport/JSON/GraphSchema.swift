/// The JSON Schema of graph JSON.
public enum GraphSchema {
  /// The schema as JSON (2020-12).
  public static let text: String = String(
    decoding: PackageResources.graph_schema_json, as: UTF8.self)
}
