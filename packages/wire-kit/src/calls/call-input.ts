import { parseExact } from '../values/exact-json.ts'
import type { NotCarried } from '../values/not-carried.ts'

/** Parses the written arguments of a call, for formats that require a value: `{}` if there are none. Arguments that were cut go into an object as `input`. */
export function callInput(text: string, notCarried: NotCarried): unknown {
  if (text === '') return {}
  try {
    return parseExact(text)
  } catch {
    notCarried('arguments that are no JSON')
    return { input: text }
  }
}
