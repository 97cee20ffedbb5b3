import LeakCheckGraph

/// The settings of a run: its log, and the cuts of a replay.
struct RunSettings: Sendable {
  struct Property: Hashable, Sendable {
    var type: String
    var name: String
  }
  struct Capture: Hashable, Sendable {
    var code: Int32
    var name: String
  }
  struct Method: Hashable, Sendable {
    var site: Int32
    var name: String
  }

  /// Whether callbacks of every type are logged.
  var logsAll = false
  /// Whether the calls of the app's own methods are logged too.
  var logsMethods = false
  /// Whose order of callbacks, where it is not the scenario's.
  var profile: Scenario.Profile?
  /// Properties that hold weakly here.
  var weakProperties: Set<Property> = []
  /// Captures that hold otherwise here.
  var captures: [Capture: Strength] = [:]
  /// Bound methods whose receiver is held otherwise here.
  var methods: [Method: Strength] = [:]
  /// Registrations, by the action that makes them, that end here when the screen that made them goes.
  var ends: Set<Int32> = []
  /// Properties that are emptied here when the screen that they hold, or that holds them, goes.
  var removals: Set<Property> = []
  /// Tasks, by the action that starts them, whose frames hold nothing while they wait.
  var releasesWhileWaiting: Set<Int32> = []
  /// Whether everything happens at the end that happens once; see ``Simulation/settle()``.
  var settles = false
  /// Whether the heap is checked behind each step; see ``SimulatedHeap/brokenInvariant()``.
  var checksHeap = false
  /// The labels of the snapshots whose graphs are kept, where it is not all of them.
  var keptSnapshots: Set<String>?
  /// What the run may do in all.
  var bounds = RunBounds()
  /// Whether graphs and misuse are of no interest.
  var isReplay = false
  /// Whether pushes are looked for that show nothing.
  var findsUnseen = false
}
