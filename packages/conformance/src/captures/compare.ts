import { createAccumulator, type Part, type Result } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import { canonical, show } from '../runs/canonical.ts'
import type { ExpectedCaptureBlock, ExpectedResponse, ExpectedText } from './capture.ts'
import { codePoints, describeText, isText, sha256 } from './digest.ts'
import { parsed } from './server.ts'

export interface Mismatch {
  field: keyof ExpectedResponse
  message: string
}

/** Returns all differences between the parts of a choice and the expected content. */
export async function compareResponse(parts: readonly Part[], choice: number, expected: ExpectedResponse): Promise<Mismatch[]> {
  const accumulator = createAccumulator({ choice })
  for (const part of parts) accumulator.push(part)
  const result = accumulator.snapshot()
  const problems: [keyof ExpectedResponse, string | undefined][] = [
    ['reasoning', await compareText(expected.reasoning, result.reasoning ?? '')],
    ['answer', await compareText(expected.answer, result.answer)],
    ['toolCalls', compareCalls(expected.toolCalls, result)],
    ['usage', compareUsage(expected, result)],
    ['finish', expected.finish === undefined ? undefined : compareValue(expected.finish, result.finish?.native ?? null)],
    ['error', compareError(expected.error, result)],
    ['blocks', await compareBlocks(expected.blocks, result.items)],
    ['seals', await compareSeals(expected.seals, sealsOf(parts, choice))],
  ]
  return problems.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]))
}

async function compareText(expected: readonly ExpectedText[] | undefined, actual: string): Promise<string | undefined> {
  if (expected === undefined) return undefined
  for (const text of expected) if (await isText(text, actual)) return undefined
  return `expected ${expected.map(describeText).join(' or ')}, got ${codePoints(actual)}: ${show(actual)}`
}

function compareCalls(expected: ExpectedResponse['toolCalls'], result: Result): string | undefined {
  if (expected === undefined) return undefined
  return compareValue(
    expected.map(({ name, arguments: args }) => ({ name, arguments: args })),
    result.toolCalls.map(({ name, arguments: args }) => ({ name, arguments: parsed(args) })),
  )
}

function compareUsage({ usage, outputIncludesReasoning = null }: ExpectedResponse, result: Result): string | undefined {
  if (usage === undefined) return undefined
  const got = result.usage
  const wrong = (['input', 'reasoning', 'total'] as const)
    .filter((field) => usage[field] !== undefined && usage[field] !== (got?.[field]?.value ?? null))
    .map((field) => `${field}: expected ${usage[field]}, got ${got?.[field]?.value ?? null}`)
  if (usage.output !== undefined) {
    const right = outputCounts(usage.output, usage.reasoning ?? 0, outputIncludesReasoning)
    const output = got?.output?.value ?? null
    if (!right.includes(output)) wrong.push(`output, with reasoning: expected ${right.join(' or ')}, got ${output}`)
  }
  return wrong.length === 0 ? undefined : wrong.join('; ')
}

/** Accepted output counts. A reported count without the reasoning is normalised by adding it. Without a count, the reasoning may be all output. */
function outputCounts(output: number | null, reasoning: number, includes: boolean | null): (number | null)[] {
  if (output === null && reasoning > 0 && includes === false) return [null, reasoning]
  if (output === null || reasoning === 0) return [output]
  if (includes === null) return [output, output + reasoning]
  return [includes ? output : output + reasoning]
}

function compareError(expected: string | null | undefined, result: Result): string | undefined {
  if (expected === undefined) return undefined
  const messages = result.errors.map(({ message }) => message)
  if (expected === null) return messages.length === 0 ? undefined : `expected none, got ${show(messages)}`
  return messages.some((message) => message.includes(expected)) ? undefined : `expected ${show(expected)}, got ${show(messages)}`
}

type TextRun = { type: 'reasoning' | 'answer'; text: string } | { type: 'tool-call' }

/** Compares blocks. Our blocks may have other boundaries than the index: adjacent blocks of one channel are joined, then cut as in the index. */
async function compareBlocks(expected: readonly ExpectedCaptureBlock[] | undefined, items: readonly Item[]): Promise<string | undefined> {
  if (expected === undefined) return undefined
  const runs = runsOf(items)
  let at = 0
  for (const [index, block] of expected.entries()) {
    const run = runs[at]
    const where = `block ${index} (${block.type}${block.type === 'tool-call' ? '' : `, ${block.chars} characters`})`
    if (run?.type !== block.type) return `${where}: got ${run === undefined ? 'nothing more' : `${run.type} first`}`
    if (run.type === 'tool-call' || block.type === 'tool-call') {
      at++
      continue
    }
    const points = [...run.text]
    const text = points.slice(0, block.chars).join('')
    if ((await sha256(text)) !== block.sha256) return `${where}: another text stands there: ${show(text)}`
    run.text = points.slice(block.chars).join('')
    if (run.text === '') at++
  }
  return at === runs.length ? undefined : `after the last block: ${show(runs[at])}`
}

function runsOf(items: readonly Item[]): TextRun[] {
  const runs: TextRun[] = []
  for (const item of items) {
    if (item.type === 'tool-call') runs.push({ type: 'tool-call' })
    if (item.type !== 'block' || item.channel === 'commentary' || item.text === '') continue
    const last = runs.at(-1)
    if (last !== undefined && last.type === item.channel) last.text += item.text
    else runs.push({ type: item.channel, text: item.text })
  }
  return runs
}

const sealsOf = (parts: readonly Part[], choice: number): Seal[] =>
  parts.flatMap((part) => ((part.choice ?? 0) === choice && 'seals' in part ? (part.seals ?? []) : []))

const sealKinds: Record<keyof NonNullable<ExpectedResponse['seals']>, readonly Seal['kind'][]> = {
  signatures: ['signature', 'thought-signature'],
  encrypted: ['encrypted'],
  redacted: ['redacted'],
}

async function compareSeals(expected: ExpectedResponse['seals'], seals: readonly Seal[]): Promise<string | undefined> {
  if (expected === undefined) return undefined
  for (const [name, kinds] of Object.entries(sealKinds) as [keyof typeof sealKinds, readonly Seal['kind'][]][]) {
    const wanted = expected[name]
    if (wanted === undefined) continue
    const got = await Promise.all(seals.filter(({ kind }) => kinds.includes(kind)).map(({ value }) => sha256(value)))
    const problem = compareValue(wanted, got)
    if (problem !== undefined) return `${name}: ${problem}`
  }
  return undefined
}

const compareValue = (expected: unknown, actual: unknown): string | undefined =>
  canonical(expected) === canonical(actual) ? undefined : `expected ${show(expected)}, got ${show(actual)}`
