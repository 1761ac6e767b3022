import { parseExact } from './exact-json.ts'
import { nestsTooDeeply } from './json-depth.ts'

/**
 * The value that a format demands for the arguments of a call: `{}` where there are none. A client must get a value: what is no JSON
 * goes into an object, as its `input`.
 */
export function callInput(text: string, notCarried: (what: string) => void): unknown {
  if (text.trim() === '') return {}
  if (nestsTooDeeply(text)) {
    notCarried('arguments that nest too deeply')
    return { input: text }
  }
  try {
    return parseExact(text)
  } catch {
    notCarried('arguments that are no JSON')
    return { input: text }
  }
}
