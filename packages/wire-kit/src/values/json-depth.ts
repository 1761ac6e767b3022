/** Maximum nesting of a text that is serialised again. `JSON.stringify` fails at some thousands of levels, and no real call has as many. */
const mostLevels = 1000

/** Tells whether JSON text nests too deeply to be serialised again. Models may repeat a bracket endlessly, and clients send it back. */
export function nestsTooDeeply(json: string): boolean {
  if (json.length <= mostLevels) return false
  let level = 0
  let inString = false
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case 0x22:
        inString = !inString
        break
      case 0x5c:
        if (inString) at++
        break
      case 0x5b:
      case 0x7b:
        if (!inString && ++level > mostLevels) return true
        break
      case 0x5d:
      case 0x7d:
        if (!inString) level--
    }
  }
  return false
}
