/// The JSON Schema of the reports that ``JSONFormat`` writes.
public enum ReportSchema {
  /// The JSON text of the schema, draft 2020-12.
  public static let text: String = String(
    decoding: PackageResources.report_schema_json, as: UTF8.self)
}
