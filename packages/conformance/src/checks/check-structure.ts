import type { Part } from '@reason/core'
import type { Capabilities } from '@reason/core/adapter'
import type { Channel } from '@reason/core/parts'
import { warningCodes } from '@reason/core/warnings'
import { show } from '../runs/canonical.ts'
import type { Violation } from '../failure.ts'

const splitterParts = new Set<Part['type']>([
  'block-start',
  'delta',
  'block-end',
  'tool-call-start',
  'tool-call-delta',
  'tool-call-end',
  'markup',
  'warning',
  'turn-end',
])

interface Open {
  channel?: Channel
  hasText: boolean
  ended: boolean
}

/**
 * Checks the rules about parts, independent of their text: order, numbers, types, declared capabilities.
 *
 * @param by - Producer of the parts. A wire reader may emit every type, and blocks that contain only a seal.
 */
export function* checkStructure(
  parts: readonly Part[],
  capabilities: Capabilities,
  by: 'splitter' | 'wire' = 'splitter',
): Generator<Violation, void, void> {
  const blocks: Open[] = []
  const calls: Open[] = []

  for (const part of parts) {
    if (by === 'splitter' && !splitterParts.has(part.type)) {
      yield { rule: 'part-types', message: `A splitter emitted ${show(part)}.` }
      continue
    }
    if (part.type === 'block-start') yield* start(blocks, part.block, part, part.channel)
    else if (part.type === 'tool-call-start') yield* start(calls, part.call, part)
    else if (part.type === 'delta') yield* text(blocks[part.block], part, part.channel)
    else if (part.type === 'tool-call-delta') yield* text(calls[part.call], part)
    else if (part.type === 'block-end') yield* end(blocks[part.block], part, part.channel, by === 'splitter')
    else if (part.type === 'tool-call-end') yield* end(calls[part.call], part)
    else if (part.type === 'markup' && part.text === '') yield { rule: 'no-empty-parts', message: `Empty: ${show(part)}.` }
    else if (part.type === 'warning') yield* checkWarning(part)
  }

  for (const [number, { ended }] of blocks.entries()) {
    if (!ended) yield { rule: 'well-formed', message: `Block ${number} never ended.` }
  }
  for (const [number, { ended }] of calls.entries()) {
    if (!ended) yield { rule: 'well-formed', message: `Tool call ${number} never ended.` }
  }
  yield* by === 'splitter' ? checkDeclared(parts, blocks, capabilities) : []
}

function* start(list: Open[], number: number, part: Part, channel?: Channel): Generator<Violation, void, void> {
  if (number !== list.length)
    yield { rule: 'well-formed', message: `The next one must have the number ${list.length}, but got: ${show(part)}.` }
  else list.push({ ...(channel && { channel }), hasText: false, ended: false })
}

function* text(open: Open | undefined, part: Part & { text: string }, channel?: Channel): Generator<Violation, void, void> {
  if (part.text === '') yield { rule: 'no-empty-parts', message: `Empty: ${show(part)}.` }
  const wrong = misplaced(open, channel)
  if (wrong !== undefined) yield { rule: 'well-formed', message: `Text ${wrong}: ${show(part)}.` }
  if (open !== undefined) open.hasText = true
}

function* end(open: Open | undefined, part: Part, channel?: Channel, needsText = false): Generator<Violation, void, void> {
  const wrong = misplaced(open, channel)
  if (wrong !== undefined) yield { rule: 'well-formed', message: `An end ${wrong}: ${show(part)}.` }
  if (open === undefined) return
  if (needsText && open.channel === 'answer' && !open.hasText) {
    yield { rule: 'no-empty-parts', message: `An answer block without text ended: ${show(part)}. Open it with its first delta.` }
  }
  open.ended = true
}

function misplaced(open: Open | undefined, channel: Channel | undefined): string | undefined {
  if (open === undefined) return 'without a start'
  if (open.ended) return 'after the end'
  return open.channel === channel ? undefined : `on another channel than its start (${open.channel})`
}

function* checkWarning(part: Part & { type: 'warning' }): Generator<Violation, void, void> {
  const { code, message, excerpt = '' } = part
  if (!(code in warningCodes) && !/^[^/\s]+\/[^/\s]+$/.test(code)) {
    yield { rule: 'warnings', message: `The code ${show(code)} is none of core's. Write a code of your own as "your-adapter/${code}".` }
  }
  if (message === '') yield { rule: 'warnings', message: `A warning without a message: ${show(part)}.` }
  if (excerpt.length > 64) yield { rule: 'warnings', message: `The excerpt has ${excerpt.length} units, more than 64: ${show(part)}.` }
}

/** Minimum length of an excerpt that is checked. A shorter one may be in the reasoning by chance. */
const tellingLength = 12

function* checkDeclared(parts: readonly Part[], blocks: readonly Open[], capabilities: Capabilities): Generator<Violation, void, void> {
  const undeclared = (capability: keyof Capabilities, what: string): Violation => ({
    rule: 'declared-capabilities',
    message: `${what}, but the adapter does not declare "${capability}".`,
  })
  const has = (found: (part: Part) => boolean) => parts.some(found)
  if (capabilities.toolCalls !== true && has(({ type }) => type === 'tool-call-start')) yield undeclared('toolCalls', 'A tool call came')
  if (capabilities.turnEnd !== true && has(({ type }) => type === 'turn-end')) yield undeclared('turnEnd', 'A turn end came')
  if (capabilities.commentary !== true && blocks.some(({ channel }) => channel === 'commentary'))
    yield undeclared('commentary', 'Commentary came')
  if (capabilities.multipleReasoningBlocks !== true && blocks.filter(({ channel }) => channel === 'reasoning').length > 1)
    yield undeclared('multipleReasoningBlocks', 'More than one reasoning block came')

  const channelText = (reasoning: boolean) =>
    parts.map((part) => (part.type === 'delta' && (part.channel === 'reasoning') === reasoning ? part.text : '')).join('')
  const warnings = parts.filter((part) => part.type === 'warning' && (part.excerpt?.length ?? 0) >= tellingLength)
  if (warnings.length === 0) return
  const hidden = channelText(true)
  const shown = channelText(false)
  for (const part of warnings) {
    if (part.type !== 'warning' || part.excerpt === undefined) continue
    if (hidden.includes(part.excerpt) && !shown.includes(part.excerpt)) {
      yield { rule: 'warnings', message: `The excerpt of "${part.code}" shows reasoning text.` }
    }
  }
}
