/** Caches the results of a function without limit. Use it for few different arguments. */
export function remembered<From, To extends object>(make: (from: From) => To): (from: From) => To {
  const known = new Map<From, To>()
  return (from) => {
    let one = known.get(from)
    if (one === undefined) known.set(from, (one = make(from)))
    return one
  }
}

/** Creates a value on first use, and only once. */
export function lazy<To extends object>(make: () => To): () => To {
  let one: To | undefined
  return () => (one ??= make())
}
