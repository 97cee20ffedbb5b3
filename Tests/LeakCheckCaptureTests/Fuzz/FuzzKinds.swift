/// Every kind of edge, by the class whose slots are of it.
enum FuzzKinds {
  static let all = properties + enums + existentials + collections + closures + others

  private static let properties: [any FuzzNode.Type] = [
    ClassProperty.self, OptionalProperty.self, ImplicitlyUnwrappedProperty.self,
    NestedStructProperty.self, TupleProperty.self, TripleOptionalProperty.self,
    LazyProperty.self, InheritedProperty.self, GenericProperty.self,
    GenericStructProperty.self, ResultProperty.self, NoisyProperty.self,
    AddressAsNumber.self, WeakProperty.self, UnownedProperty.self,
  ]

  private static let enums: [any FuzzNode.Type] = [
    SinglePayload.self, MultiPayload.self, TextPayload.self, SpareBitsPayload.self,
    IndirectPayload.self, PartlyIndirectPayload.self, NestedEnumPayload.self,
  ]

  private static let existentials: [any FuzzNode.Type] = [
    InlineExistential.self, BoxedExistential.self, ClassBoundExistential.self,
    AnyObjectProperty.self, AnyHoldingClass.self, AnyHoldingStruct.self,
    AnyHoldingOptional.self, ErrorBox.self, AnyHashableProperty.self,
    MetatypeAndComposition.self,
  ]

  private static let collections: [any FuzzNode.Type] = [
    ArrayElement.self, ShrunkArrayElement.self, NestedArrayElement.self,
    ContiguousArrayElement.self, SliceElement.self, ArrayOfAny.self,
    ArrayOfExistentials.self, ArrayOfWeak.self, DictionaryValue.self, DictionaryKey.self,
    DictionaryOfArrays.self, SetElement.self, SetOfAnyHashable.self,
  ]

  private static let closures: [any FuzzNode.Type] = [
    CapturingOne.self, CapturingWithNumber.self, CapturingTwo.self, CapturingVariable.self,
    CapturingWeakly.self, CapturingUnowned.self, CapturingEachWay.self,
    CapturingClosure.self, CapturingExistential.self, ArrayOfClosures.self,
    DictionaryOfClosures.self, AsyncClosure.self, BoundMethod.self, BoundWitness.self,
    GenericClosure.self, KeyPathIndex.self,
  ]

  private static let others: [any FuzzNode.Type] = {
    var kinds: [any FuzzNode.Type] = [
      FoundationNode.self, ActorNode.self, ActorPropertyNode.self,
      UnownedUnsafeProperty.self, UnmanagedProperty.self, CapturingUnownedUnsafe.self,
      ManagedBufferNode.self,
    ]
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
      kinds.append(ObservableNode.self)
    }
    #if os(Linux)
    kinds.append(InlineArrayElement.self)
    #endif
    return kinds
  }()
}
