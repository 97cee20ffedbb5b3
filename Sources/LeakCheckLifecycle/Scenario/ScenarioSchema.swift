/// The JSON Schema of scenarios.
public enum ScenarioSchema {
  /// The JSON text of the schema, draft 2020-12.
  public static let text: String = String(
    decoding: PackageResources.scenario_schema_json, as: UTF8.self)
}
