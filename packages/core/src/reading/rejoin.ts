/** A stream whose first value has already been read. If the consumer stops early, the stream is cancelled. */
export async function* rejoin<T>(first: IteratorResult<T, unknown>, rest: AsyncIterator<T> | Iterator<T>): AsyncGenerator<T, void, void> {
  let isOver = first.done === true
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value
    isOver = true
  } finally {
    if (!isOver) await rest.return?.()
  }
}
