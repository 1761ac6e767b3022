/** What may be pressed while an answer comes. */
export interface Keys {
  stop(): void
  toggle(): void
}

const ctrlC = '\u0003'
const ctrlT = '\u0014'
const escape = '\u001B'
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const sequences = /\u001B(?:\[[\d;]*[ -/]*[@-~]|O[A-Za-z]|[^[O])/g

/** Listens at a terminal. @returns Ends it; what was typed meanwhile is the beginning of the next line. */
export function watchKeys(input: NodeJS.ReadStream, keys: Keys): () => string {
  let ahead = ''
  const onData = (bytes: Buffer): void => {
    // Arrows and the like are more than one character; Esc alone is the last of what came.
    for (const key of bytes.toString('utf8').replaceAll(sequences, '')) {
      if (key === escape || key === ctrlC) keys.stop()
      else if (key === ctrlT) keys.toggle()
      else if (key === '\u007F') ahead = ahead.slice(0, -1)
      else if (key >= ' ') ahead += key
    }
  }
  input.setRawMode(true)
  input.on('data', onData).resume()
  return () => {
    input.off('data', onData).pause()
    input.setRawMode(false)
    return ahead
  }
}
