import { parseExact } from '../values/exact-json.ts'
import { nestsTooDeeply } from '../values/json-depth.ts'
import type { NotCarried } from '../values/not-carried.ts'

/**
 * Parses the arguments of a call for formats that require a value: `{}` if there are none. Invalid JSON goes into an
 * object as `input`, because clients need a value.
 */
export function callInput(text: string, notCarried: NotCarried): unknown {
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
