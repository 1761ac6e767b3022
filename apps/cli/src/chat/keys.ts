/** Handlers for keys that are pressed while an answer arrives. */
export interface Keys {
  stop(): void
  toggle(): void
}

const ctrlC = '\u0003'
const ctrlT = '\u0014'
const escape = '\u001B'
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const sequences = /\u001B(?:\[[\d;]*[ -/]*[@-~]|O[A-Za-z]|[^[O])/g

/** Listens for keys in the terminal. @returns Stops listening, and returns the text typed so far as the start of the next line. */
export function watchKeys(input: NodeJS.ReadStream, keys: Keys): () => string {
  let ahead = ''
  const onData = (bytes: Buffer): void => {
    // Escape sequences of arrow keys and the like have several characters. Esc alone is a single last character.
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
