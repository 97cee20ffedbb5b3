/// The JSON Schema of scenarios.
public enum ScenarioSchema {
  /// The schema, draft 2020-12, as JSON text.
  public static let text: String = String(
    decoding: PackageResources.scenario_schema_json, as: UTF8.self)
}
