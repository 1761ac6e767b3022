import { createAccumulator, type Part, type Result, type Stage } from '@reason/core'
import type { Channel } from '@reason/core/parts'

export type Piece = readonly [channel: Channel, text: string, kind?: 'summary' | 'tool-text']

/** Parts as a pipeline gives them to policies: blocks whose text is cut into pieces of these sizes, taken in turn. */
export function blocks(pieces: readonly Piece[], sizes: readonly number[] = [1_000_000], finished = true): Part[] {
  return [
    ...pieces.flatMap(([channel, text, kind], block): Part[] => [
      { type: 'block-start', block, channel, ...(kind && { kind }) },
      ...cut(text, sizes).map((unit): Part => ({ type: 'delta', block, channel, text: unit })),
      { type: 'block-end', block, channel, boundary: 'closer' },
    ]),
    ...(finished ? [{ type: 'finish', reason: 'stop' } satisfies Part] : []),
    { type: 'end' },
  ]
}

/** Cuts text into pieces. Like splitters, never cuts through a character. */
function cut(text: string, sizes: readonly number[]): string[] {
  const pieces: string[] = []
  const characters = [...text]
  for (let from = 0, turn = 0; from < characters.length; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length]!)
    pieces.push(characters.slice(from, from + size).join(''))
    from += size
  }
  return pieces
}

export const through = (stages: readonly Stage[], parts: readonly Part[]): Part[] =>
  stages.reduce((current, stage) => current.flatMap((part) => [...stage.push(part)]), [...parts])

export function resultOf(parts: readonly Part[], choice = 0): Result {
  const accumulator = createAccumulator({ choice })
  parts.forEach(accumulator.push)
  return accumulator.snapshot()
}

/** Joins all text in order, except inserted text. Equals the input if nothing was lost. */
export const inputOf = (parts: readonly Part[]): string =>
  parts
    .map((part) =>
      part.type === 'markup' || part.type === 'tool-call-delta' || (part.type === 'delta' && part.inserted !== true) ? part.text : '',
    )
    .join('')

export const markupOf = (parts: readonly Part[]): string[] =>
  parts.reduce<string[]>((all, part, index) => {
    if (part.type !== 'markup') return all
    const before = parts[index - 1]
    if (before?.type === 'markup' && before.of === part.of) all[all.length - 1] += part.text
    else all.push(part.text)
    return all
  }, [])

export const warningsOf = (parts: readonly Part[]): string[] => resultOf(parts).warnings.map(({ code }) => code)

/** Joins adjacent text of parts, so that cuts do not matter. Warnings come last, sorted: their block shows where they belong. */
export function joined(parts: readonly Part[]): unknown[] {
  const out: Part[] = []
  for (const part of parts) {
    const last = out.at(-1)
    if (part.type === 'delta' && last?.type === 'delta' && last.block === part.block && last.inserted === part.inserted)
      out[out.length - 1] = { ...last, text: last.text + part.text }
    else if (part.type === 'markup' && last?.type === 'markup' && last.of === part.of)
      out[out.length - 1] = { ...last, text: last.text + part.text }
    else if (part.type !== 'warning') out.push(part)
  }
  const warnings = parts.filter(({ type }) => type === 'warning').map((part) => JSON.stringify(part))
  return [...out, ...warnings.toSorted()]
}
