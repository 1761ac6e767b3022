import { joinInTurns } from './joined-bytes.ts'
import { jsonPerTurn, nextTurn } from './slices.ts'
import { textPieces } from './text-pieces.ts'

/** Serialises a value as `JSON.stringify` does, in UTF-8. Other requests get their turn after each piece, even if a single value holds most of the text. */
export async function writeJsonInTurns(json: object): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer<ArrayBuffer>[] = []
  // Creating the value has used up this turn.
  await nextTurn()
  const large = await largeIn(json)
  let text = ''
  let count = 0
  for (const piece of piecesOf(json, large)) {
    text += piece
    if (text.length < jsonPerTurn && ++count < mostPieces) continue
    pieces.push(Buffer.from(text))
    text = ''
    count = 0
    await nextTurn()
  }
  pieces.push(Buffer.from(text))
  await nextTurn()
  return joinInTurns(pieces)
}

/** Approximate characters passed to `JSON.stringify` at once. */
const most = 65_536

/** Maximum number of pieces in one turn. Each short value of a long list is one, and costs more than its characters. */
const mostPieces = 10_000

/** Cost of a value in addition to its characters. */
const perValue = 16

/** Lists and objects weighed in one turn. */
const weighedAtOnce = 20_000

/** Finds lists and objects that are so large that their fields are written one by one. */
async function largeIn(json: object): Promise<ReadonlySet<unknown>> {
  const large = new Set<unknown>()
  let weighed = 0
  const weighing = weightOf(json)
  while (weighing.next().done !== true) await nextTurn()
  return large

  function* weightOf(value: object): Generator<void, number> {
    if (++weighed % weighedAtOnce === 0) yield
    if (isRawJSON?.(value) === true) return perValue
    let weight = perValue
    if (Array.isArray(value)) for (const one of value as unknown[]) weight += isHolder(one) ? yield* weightOf(one) : lengthOf(one)
    else
      for (const name in value) {
        const one = (value as Record<string, unknown>)[name]
        weight += name.length + (isHolder(one) ? yield* weightOf(one) : lengthOf(one))
      }
    if (weight > most) large.add(value)
    return weight
  }
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null

const lengthOf = (scalar: unknown): number => (typeof scalar === 'string' ? scalar.length + perValue : perValue)

function* piecesOf(value: unknown, large: ReadonlySet<unknown>): Generator<string> {
  if (typeof value === 'string' && value.length > most) {
    yield '"'
    for (const piece of textPieces(value, most)) yield JSON.stringify(piece).slice(1, -1)
    yield '"'
  } else if (!large.has(value)) yield JSON.stringify(value)
  else if (Array.isArray(value)) {
    let before = '['
    for (const one of value as unknown[]) {
      yield before
      if (one === undefined) yield 'null'
      else yield* piecesOf(one, large)
      before = ','
    }
    yield ']'
  } else {
    let before = '{'
    for (const [name, one] of Object.entries(value as object)) {
      if (one === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* piecesOf(one, large)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  }
}

/** Detects numbers that keep their digits. Available in Node 22, but missing in TypeScript's types. */
const { isRawJSON } = JSON as { isRawJSON?(value: object): boolean }
