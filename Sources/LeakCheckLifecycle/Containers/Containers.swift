/// All containers, and the words with which scenarios move controllers in and out of them.
enum Containers {
  /// Supertypes before subtypes; a class has the container of the nearest supertype that is listed.
  static let all: [any Container.Type] = [
    ChildContainer.self,
    NavigationContainer.self,
    TabBarContainer.self,
    PageContainer.self,
    SplitContainer.self,
  ]

  /// The container that a controller inside finds by a property.
  static let byChildProperty: [String: any Container.Type] = Dictionary(
    uniqueKeysWithValues: all.compactMap { type in type.childProperty.map { ($0, type) } })
}

/// The words of containers and presentations.
enum ContainerWord: String, SubjectWord {
  case push, pop, popToRoot, popTo, setViewControllers, swipeBack, select
  case present, dismiss, dragDown
  case page
  case addChild, willMove, didMove, removeFromParent, transition

  /// What goes with each word.
  static let forms: [Form] = [
    Form(.container(.push), .object, .must("on", .object)),
    Form(.container(.pop), .object),
    Form(.container(.popToRoot), .object),
    Form(.container(.popTo), .object, .must("on", .object)),
    Form(.container(.setViewControllers), .objects, .must("on", .object)),
    Form(.container(.swipeBack), .object, .may("cancelled", .truth)),
    Form(.container(.select), .index, .must("on", .object)),
    Form(.container(.present), .object, .must("from", .object), .may("style", .style)),
    Form(.container(.dismiss), .object),
    Form(.container(.dragDown), .object, .may("cancelled", .truth)),
    Form(.container(.page), .object, .must("on", .object), .may("cancelled", .truth)),
    Form(.container(.addChild), .object, .must("to", .object)),
    Form(.container(.willMove), .object, .must("to", .objectOrNull)),
    Form(.container(.didMove), .object, .must("to", .objectOrNull)),
    Form(.container(.removeFromParent), .object),
    Form(
      .container(.transition), .group([.must("from", .object), .must("to", .object)]),
      .must("in", .object)),
  ]

  func perform(_ action: Action, in frame: Frame, on thread: Thread, of run: Simulation) {
    switch self {
    case .push: NavigationContainer.push(action, in: frame, of: run)
    case .pop: NavigationContainer.of(action, in: frame, of: run)?.pop()
    case .popToRoot: NavigationContainer.of(action, in: frame, of: run)?.pop(keeping: 1)
    case .popTo: NavigationContainer.popTo(action, in: frame, of: run)
    case .setViewControllers: run.setViewControllers(action, in: frame)
    case .swipeBack: NavigationContainer.swipeBack(action, in: frame, of: run)
    case .select: TabBarContainer.select(action, in: frame, of: run)
    case .present: run.screens.present(action, in: frame)
    case .dismiss: run.subject(of: action, in: frame).map { run.screens.dismiss($0) }
    case .dragDown: run.screens.dragDown(action, in: frame)
    case .page: PageContainer.turn(action, in: frame, of: run)
    case .addChild: ChildContainer.add(action, in: frame, of: run)
    case .willMove: ChildContainer.willMove(action, in: frame, of: run)
    case .didMove: ChildContainer.didMove(action, in: frame, of: run)
    case .removeFromParent:
      run.subject(of: action, in: frame).map { ChildContainer.removeFromParent($0, of: run) }
    case .transition: ChildContainer.transition(action, in: frame, of: run)
    }
  }
}

extension Container {
  /// The container of this class that an action is about; held to the action's end.
  static func of(_ action: Action, in frame: Frame, of run: Simulation) -> Self? {
    run.subject(of: action, in: frame).flatMap { run.require($0, Self.self) }
  }

  /// The container of this class that a key of an action names.
  static func at(_ key: String, of action: Action, in frame: Frame, of run: Simulation) -> Self? {
    run.object(action, key, in: frame).flatMap { run.require($0, Self.self) }
  }
}

extension Simulation {
  fileprivate func setViewControllers(_ action: Action, in frame: Frame) {
    guard case .places(let places)? = action["setViewControllers"],
      let object = object(action, "on", in: frame)
    else { return }
    var new: [Int32] = []
    var listed: Set<Int32> = []
    for place in places {
      let controller = self.object(place, in: frame)
      guard halt == nil, controller >= 0, requireController(controller),
        screens.requireOutside(object, of: controller)
      else { return }
      guard listed.insert(controller).inserted else {
        return fail("\(heap.label(of: controller)) is listed twice")
      }
      new.append(controller)
    }
    guard let container = container(of: object) else {
      return failNotOf(NavigationContainer.type.name, object)
    }
    container.setControllers(new)
  }
}
