/// The JSON Schema of what ``JSONFormat`` writes.
public enum ReportSchema {
  /// The schema, draft 2020-12, as JSON text.
  public static let text: String = String(
    decoding: PackageResources.report_schema_json, as: UTF8.self)
}
