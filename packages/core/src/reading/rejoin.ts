/** A stream of which the first value was looked at. A consumer that stops early cancels it. */
export async function* rejoin<T>(first: IteratorResult<T, unknown>, rest: AsyncIterator<T> | Iterator<T>): AsyncGenerator<T, void, void> {
  let isOver = first.done === true
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value
    isOver = true
  } finally {
    if (!isOver) await rest.return?.()
  }
}
