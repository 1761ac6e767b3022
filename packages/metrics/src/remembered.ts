/** A function of which each result is made once. For arguments of which there are few: it keeps them all. */
export function remembered<From, To extends object>(make: (from: From) => To): (from: From) => To {
  const known = new Map<From, To>()
  return (from) => {
    let one = known.get(from)
    if (one === undefined) {
      one = make(from)
      known.set(from, one)
    }
    return one
  }
}

/** What is made when it is needed first, and once. */
export function lazy<To extends object>(make: () => To): () => To {
  let one: To | undefined
  return () => (one ??= make())
}
