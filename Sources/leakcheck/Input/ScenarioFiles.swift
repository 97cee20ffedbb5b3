import Foundation
import LeakCheckAnalysis
import LeakCheckLifecycle
import LeakCheckText

#if LEAKCHECK_SWIFT
import LeakCheckSwift
#endif

/// The input of `simulate`: scenario files, and Swift sources, which belong together if named in one call.
enum ScenarioFiles {
  /// A scenario to run.
  struct Input {
    /// The file, or the first of several sources.
    var path: String
    var scenario: Scenario
    /// What the sources say that is not followed.
    var notes: [String] = []
    /// Whether nothing is left out that could change what is found.
    var isSettled = true
    /// The lines of the sources, by the name that places have.
    var sources: [String: [String]] = [:]

    /// Leaves alternatives out that the sources cannot have.
    var fitting: ([Finding]) -> [Finding] = { $0 }
    /// The fixes of findings as lines of the sources, by fingerprint.
    var codes: ([Finding]) -> [String: [FixCode?]] = { _ in [:] }

    /// The scenario with the texts that its places are in, for the page that goes through it.
    var runnable: Scenario {
      var runnable = scenario
      if runnable.texts.isEmpty {
        runnable.texts = sources.sorted { $0.key < $1.key }.map { name, lines in
          (name, Array(lines.joined(separator: "\n").utf8))
        }
      }
      return runnable
    }
  }

  /// Of the files of a folder those that this build reads; all where it reads none of them, so that it says why.
  static func readable(_ paths: [String]) -> [String] {
    #if LEAKCHECK_SWIFT
    return paths
    #else
    let scenarios = paths.filter { !isSwift($0) }
    return scenarios.isEmpty ? paths : scenarios
    #endif
  }

  static func isSwift(_ path: String) -> Bool { path.lowercased().hasSuffix(".swift") }

  /// Reads a scenario in JSON.
  static func scenario(at path: String) throws -> Input {
    let source = path == "-" ? "standard input" : path
    let bytes = try Files.read(path)
    do throws(InputError) {
      return Input(path: path, scenario: try ScenarioReader().read(bytes, from: source))
    } catch {
      throw Console.failure("\(error)")
    }
  }

  #if LEAKCHECK_SWIFT
  /// Reads sources as one scenario, or as that of one of their types; the report calls them by the title.
  static func swift(at paths: [String], titled title: String, only type: String?) throws -> Input {
    let files = try paths.map { SwiftReader.File(name: $0, bytes: try Files.read($0)) }
    let name =
      paths.count == 1 ? URL(filePath: paths[0]).lastPathComponent : "\(paths.count) files of Swift"
    let read: SwiftReader.Translation
    do throws(InputError) {
      read = try SwiftReader().read(files, named: name, only: type)
    } catch {
      throw Console.failure("\(error)")
    }
    var input = Input(path: title, scenario: read.scenario)
    input.notes = read.notes.map(\.text)
    input.isSettled = read.isSettled
    input.fitting = { SourceCodes.fitting($0, in: read) }
    input.codes = { SourceCodes.codes(for: $0, in: files, read: read) }
    for file in files {
      input.sources[file.name] = file.bytes
        .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self) }
    }
    return input
  }
  #else
  /// This build reads no Swift; see the book for why.
  static func swift(at paths: [String], titled title: String, only type: String?) throws -> Input {
    throw noSwift(at: paths[0])
  }
  #endif

  /// Says how to get a build that reads Swift.
  static func noSwift(at path: String) -> any Error {
    Console.failure(
      "\(Quotation.escaped(path)): this build does not read Swift; build one that does with"
        + " LEAKCHECK_SWIFT=1 swift build -c release --scratch-path .build-swift --product leakcheck"
    )
  }
}
