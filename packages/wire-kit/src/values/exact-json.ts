import { isLoose, type Loose } from './loose.ts'

/** Part of ECMAScript 2026. Node has it from version 21, and browsers since 2025. */
interface ExactJson {
  /** A value that `JSON.stringify` writes as this text. */
  rawJSON?(text: string): unknown
}

/**
 * Parses JSON, and keeps the digits of whole numbers beyond 2^53: `JSON.stringify` writes them unchanged, instead of the
 * nearest JavaScript number. Database ids are such numbers. In the value they are objects (`JSON.rawJSON`), so use it
 * only for values that are written again without being inspected. Engines without raw JSON return numbers, like
 * `JSON.parse`. Takes a few times as long as `JSON.parse`.
 *
 * @param inside - Names of fields whose objects keep such digits; all other numbers stay numbers. Default: digits are
 * kept everywhere.
 * @throws {SyntaxError} for invalid JSON
 */
export function parseExact(text: string, inside?: ReadonlySet<string>): unknown {
  const { rawJSON } = JSON as ExactJson
  if (rawJSON === undefined || !longNumber.test(text)) return JSON.parse(text)
  // A reviver would run for each value, which takes a hundred times as long.
  const mark = `${Math.random()}:`
  let value: unknown
  try {
    value = JSON.parse(withMarked(text, mark))
  } catch {
    // Parses the original text, for its own syntax error if it has one.
    return JSON.parse(text)
  }
  return restored(value, mark, rawJSON, inside)
}

/** 2^53 has 16 digits. */
const longNumber = /\d{16}/

/** Replaces long whole numbers with strings that begin with the mark. */
function withMarked(text: string, mark: string): string {
  let marked = ''
  let done = 0
  // The pattern avoids `{15,}`: V8 remembers each repetition of it, and throws for megabytes.
  const next = /"|(?<![\w.+-])-?[1-9]\d{15}\d*(?![\w.]|\s*:)/g
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [what] = found
    if (what === '"') {
      next.lastIndex = endOfString(text, found.index + 1)
      continue
    }
    marked += `${text.slice(done, found.index)}"${mark}${what}"`
    done = next.lastIndex
  }
  return marked + text.slice(done)
}

/** Returns the index after the closing quote, or the end of the text. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === quote) return at + 1
    if (char === backslash) at++
  }
  return text.length
}

const quote = 34
const backslash = 92

/** @returns The value, with marked strings as numbers again. */
function restored(value: unknown, mark: string, rawJSON: (text: string) => unknown, inside: ReadonlySet<string> | undefined): unknown {
  const whole = [value]
  /** Lists and objects to visit: `exact` keeps digits, `plain` does not. */
  const exact: object[] = []
  const plain: object[] = []
  let isExact = inside === undefined
  for (let holder: object | undefined = whole; holder !== undefined;) {
    if (Array.isArray(holder)) {
      for (let at = 0; at < holder.length; at++) {
        const one: unknown = holder[at]
        if (typeof one === 'string' || typeof one === 'object') holder[at] = seen(one, isExact)
      }
    } else {
      const fields = holder as Record<string, unknown>
      for (const name in fields) {
        const one = fields[name]
        if (typeof one === 'string') fields[name] = seen(one, isExact)
        else if (typeof one === 'object') seen(one, isExact || (inside!.has(name) && !Array.isArray(one)))
      }
    }
    isExact = exact.length > 0
    holder = exact.pop() ?? plain.pop()
  }
  return whole[0]

  function seen(one: unknown, keepsDigits: boolean): unknown {
    if (typeof one === 'object') {
      if (one !== null) (keepsDigits ? exact : plain).push(one)
      return one
    }
    const text = one as string
    if (!text.startsWith(mark)) return text
    const digits = text.slice(mark.length)
    const number = Number(digits)
    return keepsDigits && String(number) !== digits ? rawJSON(digits) : number
  }
}

/** Parses the JSON text of an object, exactly. Undefined for any other text. */
export function parseExactObject(text: string): Loose | undefined {
  try {
    const value = parseExact(text)
    return isLoose(value) && text.trimStart().startsWith('{') ? value : undefined
  } catch {
    return undefined
  }
}
