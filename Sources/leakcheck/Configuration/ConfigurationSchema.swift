/// The JSON Schema of a project's configuration.
enum ConfigurationSchema {
  /// The schema, draft 2020-12, as JSON text.
  static let text: String = String(
    decoding: PackageResources.configuration_schema_json, as: UTF8.self)
}
