/** Most levels of lists and objects in a text that is written again as JSON: `JSON.stringify` fails at some thousands, and no call has as many. */
const mostLevels = 1000

/** Whether a text of JSON nests too deeply to be written again. Models repeat a bracket without end, and clients send what they get. */
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
