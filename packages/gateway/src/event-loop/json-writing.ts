import { setImmediate as nextTurn } from 'node:timers/promises'
import { joinInTurns } from './joined-bytes.ts'
import { jsonPerTurn } from './slices.ts'
import { textPieces } from './text-pieces.ts'

/** As `JSON.stringify` writes it, in UTF-8. Others get their turn after each piece, however the text is spread over the values. */
export async function writeJsonInTurns(json: object): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer<ArrayBuffer>[] = []
  // The value was made in this turn.
  await nextTurn()
  const large = await largeIn(json)
  let text = ''
  for (const piece of piecesOf(json, large)) {
    text += piece
    if (text.length < jsonPerTurn) continue
    pieces.push(Buffer.from(text))
    text = ''
    await nextTurn()
  }
  pieces.push(Buffer.from(text))
  await nextTurn()
  return joinInTurns(pieces)
}

/** Characters that are given to `JSON.stringify` at once, about. */
const most = 65_536

/** What a value costs beside the characters in it. */
const perValue = 16

/** Lists and objects that are weighed in one turn. */
const weighedAtOnce = 20_000

/** Lists and objects with so much in them that they are written field by field. */
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

/** Numbers that keep their digits. Node 22 has it, and TypeScript does not know it yet. */
const { isRawJSON } = JSON as { isRawJSON?(value: object): boolean }
