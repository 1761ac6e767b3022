/** Does work on an object once. The result is kept as long as the object. */
export function remembered<Of extends object, Result>(work: (of: Of) => Result): (of: Of) => Result {
  const results = new WeakMap<Of, { result: Result }>()
  return (of) => {
    const known = results.get(of) ?? { result: work(of) }
    results.set(of, known)
    return known.result
  }
}
