/** Of ECMAScript 2026, in Node from 21 on, and in browsers of 2025. */
interface ExactJson {
  parse(text: string, reviver: (name: string, value: unknown, context: { source?: string }) => unknown): unknown
  /** A value that `JSON.stringify` writes as this text. */
  rawJSON?(text: string): unknown
}

const json = JSON as ExactJson

/**
 * JSON whose whole numbers beyond 2^53 keep their digits: `JSON.stringify` writes them as they stood, where it would write those of the nearest
 * number that JavaScript has. Ids of databases are such numbers. In the value they are objects (`JSON.rawJSON`), so this is for values that are
 * written again and not looked into. Engines that do not know them give numbers, as `JSON.parse` does.
 *
 * @throws {SyntaxError} for what is no JSON
 */
export function parseExact(text: string): unknown {
  const { rawJSON } = json
  if (rawJSON === undefined || !longNumber.test(text)) return JSON.parse(text)
  const revive = (_: string, value: unknown, { source = '' }: { source?: string }): unknown =>
    typeof value === 'number' && wholeNumber.test(source) && String(value) !== source ? rawJSON(source) : value
  try {
    return json.parse(text, revive)
  } catch (error) {
    // What nests too deep for it, and not for the parser alone.
    if (error instanceof RangeError) return JSON.parse(text)
    throw error
  }
}

/** 2^53 has 16 digits. */
const longNumber = /\d{16}/
const wholeNumber = /^-?\d{16,}$/
