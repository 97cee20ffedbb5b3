import Foundation
import LeakCheckTesting
import Testing

/// `leaks` is run, with a script in its place.
@Suite struct LeaksProgramTests {
  /// A script for the shell, gone with this value.
  private final class StandIn {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("leakcheck-leaks-\(UUID().uuidString)").path

    init(_ script: String) throws {
      try Data(script.utf8).write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func text(_ options: [String] = [], patience: Double = 60) throws(LeaksRefusal) -> [UInt8] {
      try LeaksProgram(path: "/bin/sh", patience: patience).text([path] + options)
    }

    func refusal(patience: Double = 60) -> String? {
      do throws(LeaksRefusal) {
        _ = try text(patience: patience)
        return nil
      } catch {
        return error.reason
      }
    }
  }

  @Test(arguments: [0, 1]) func `options and this process's number are handed over`(
    status: Int
  ) throws {
    let standIn = try StandIn("printf '%s|' \"$@\"; exit \(status)")
    let text = try standIn.text(["--traceTree=0x10"])
    let number = ProcessInfo.processInfo.processIdentifier
    #expect(String(decoding: text, as: UTF8.self) == "--traceTree=0x10|\(number)|")
  }

  @Test func `more than a pipe holds is read whole`() throws {
    let standIn = try StandIn(
      """
      i=0
      while [ $i -lt 4000 ]; do
        echo "$i: a line of some length, so that there are many bytes"
        i=$((i + 1))
      done
      exit 1
      """)
    let text = try standIn.text()
    #expect(text.count > 200_000 && text.split(separator: 10).count == 4_000)
  }

  @Test func `what the test's environment has is kept from it`() throws {
    let standIn = try StandIn("env; cat")
    let text = String(decoding: try standIn.text(), as: UTF8.self)
    #expect(text.contains("PATH=/usr/bin:/bin\n"))
    let own: Set = ["PATH", "TMPDIR", "PWD", "OLDPWD", "SHLVL", "_"]
    for key in ProcessInfo.processInfo.environment.keys where !own.contains(key) {
      #expect(!text.contains("\(key)="), "\(key)")
    }
  }

  @Test func `a program that fails is quoted`() throws {
    let standIn = try StandIn(
      "printf 'leaks: [fatal] \\033[31mtask_for_pid failed\\nmore' >&2; exit 2")
    let reason = try #require(standIn.refusal())
    #expect(reason.hasPrefix("/bin/sh failed: leaks: [fatal] "))
    #expect(reason.hasSuffix("task_for_pid failed") && !reason.contains("\u{1b}"))
  }

  @Test func `a program that does not end is ended`() throws {
    let standIn = try StandIn("exec sleep 100")
    let start = Date()
    let reason = standIn.refusal(patience: 0.3)
    #expect(reason == "/bin/sh did not answer within 1 seconds")
    #expect(Date().timeIntervalSince(start) < 30)
  }

  @Test func `a program that a signal ends says nothing`() throws {
    let standIn = try StandIn("echo half; kill -9 $$")
    #expect(standIn.refusal() == "/bin/sh was ended by signal 9")
  }

  @Test func `a program that is not there or may not run is no program`() throws {
    let file = try StandIn("exit 0")
    withExtendedLifetime(file) {
      for path in ["/nowhere/leaks", file.path] {
        let error = #expect(throws: LeaksRefusal.self) { try LeaksProgram(path: path).text([]) }
        #expect(error?.reason == "there is no \(path) here")
      }
    }
    let folder = FileManager.default.temporaryDirectory.path
    let error = #expect(throws: LeaksRefusal.self) { try LeaksProgram(path: folder).text([]) }
    #expect(error?.reason.hasPrefix("\(folder) may not be run: ") == true)
  }
}
