import type { Ending } from '@reason/core/adapter'
import { newMarkdown, placeOf } from '../matching/markdown.ts'
import { undecided } from '../matching/matcher.ts'
import { type TagState, isReasoning } from '../states.ts'
import { isCallOpener } from '../tag-matchers.ts'
import { beginSegment, commit, finishBlock, settleKept, withdraw, writeMarkup, writeWarning } from '../output/writer.ts'
import { endCandidate } from './candidate.ts'
import { doubt } from './doubt.ts'
import { type TagMachine, enter } from './machine.ts'
import { endMention } from './mention.ts'
import { readAgain, readOn } from './reading.ts'

/** Matches the beginning of a token that the end of the text has cut. Anything shorter may be an operator, or a line of a table. */
const leastOfToken = /^(?:<[|｜]\/?[\p{L}_]|<\w+[|｜]|\[e~|\[\|\w|◁\/?\w)/u

/** States in which a cut token may be dropped. In a call, and in code that may continue, everything is text. */
const mayEndCut: ReadonlySet<TagState> = new Set(['echo', 'opened', 'inside', 'doubt', 'lead', 'answer', 'wrapped', 'rest'])

/** Matches the beginning of any delimiter, which is dropped as well if a limit has cut off a thought. */
const leastInThought = /^[<[◁](?:\/\s*\w|[|｜]?\w\w)[^>]*$/
/** The same in an answer, which may end in a shorter tag: `<th`. */
const leastInAnswer = /^<(?:\/\w{3}|\w{4}|[|｜]\w{2})[^>]*$/

export function dropCutToken(machine: TagMachine, ending: Ending): void {
  const { held, protocol, table, writer } = machine
  const least = isReasoning(machine.state) ? leastInThought : leastInAnswer
  const isCut = ending === 'cut' && least.test(held) && placeOf(machine.code.markdownOf(writer.channel) ?? newMarkdown()) !== 'code'
  if (!(leastOfToken.test(held) || isCut) || !mayEndCut.has(machine.state) || machine.code.isInString(writer.channel)) return
  // An opener that the end of the text has cut begins no thought.
  const { index, end } = table.scanner.matchAt(held, 0, !isCut || held.charAt(1) === '/')
  // Glimmer's header begins with a whole token: `<|start|>assistant to=us`.
  const isHeader = protocol.config.answerTokens.some((token) =>
    typeof token === 'string' ? token !== held && token.startsWith(held.trimEnd()) : token.match(held.trimEnd(), 0, false) === undecided,
  )
  if (index !== -1 && !isHeader) {
    // Another token may be cut behind a whole one.
    if (!'<[◁'.includes(held.charAt(end) || ' ')) return
    machine.held = held.slice(0, end)
    readOn(machine, '', true)
    machine.held = held.slice(end)
    return dropCutToken(machine, ending)
  }
  machine.held = ''
  settleKept(writer, isReasoning(machine.state) ? protocol.drop.beforeClose : 'none')
  writeMarkup(writer, held, 'service')
}

/** Drops the opener of a call that the wire has brought in fields of its own. A token that closes the thought may wait with it. */
export function dropLeftOpener(machine: TagMachine): boolean {
  const { held: all, code, writer, protocol } = machine
  const from = [...all.matchAll(/[<[]/g)].find(({ index }) => isCallOpener(protocol.config, all.slice(index).trim()))?.index
  if (from === undefined || !mayEndCut.has(machine.state) || code.isInString(writer.channel)) return false
  const held = all.slice(0, from).trim() === '' ? all : all.slice(from)
  if (held !== all) {
    machine.held = all.slice(0, from)
    readOn(machine, '', true)
    if (machine.state === 'candidate') endCandidate(machine, 'calls')
    machine.held = held
  }
  const { state } = machine
  if (placeOf(code.markdownOf(writer.channel) ?? newMarkdown()) === 'code') return false
  settleKept(writer, isReasoning(state) ? protocol.drop.beforeClose : 'none')
  writeMarkup(writer, held, 'service')
  if (!isReasoning(state) || state === 'doubt') return true
  // As behind a call in the text, the thought may go on behind this one.
  finishBlock(writer, 'tool', held)
  commit(writer)
  machine.interrupted = true
  beginSegment(writer, 'answer')
  doubt(machine)
  return true
}

export function endUnclosed(machine: TagMachine, ending: Ending): void {
  const { writer } = machine
  const { config, drop } = machine.protocol
  endMention(machine)
  if (isReasoningAtEnd(machine, ending)) commit(writer)
  if (writer.deferred !== undefined) return endAsAnswer(machine)
  settleKept(writer, drop.beforeClose)
  const { block } = writer
  finishBlock(writer, 'end-of-stream')
  if (block !== -1) writeWarning(writer, config.hasOpeners ? 'unclosed' : 'marker-missing', { block })
}

function isReasoningAtEnd({ mayBeAnswer, guarded, isRaw, rawIsThought, hasAnswer, isDoubtful }: TagMachine, ending: Ending): boolean {
  if (isDoubtful || mayBeAnswer === undefined) return guarded && ending === 'cut'
  return !mayBeAnswer || ending !== 'complete' || hasAnswer || (isRaw && rawIsThought)
}

/** Turns an unclosed block into an answer, as configured, without the tokens that are stripped from an answer. */
function endAsAnswer(machine: TagMachine): void {
  const { writer } = machine
  settleKept(writer, 'none')
  const parts = withdraw(writer)
  if (parts.length > 0) writeWarning(writer, 'unclosed-as-answer')
  beginSegment(writer, 'answer')
  enter(machine, 'rest')
  readAgain(machine, parts, machine.protocol.openersAreText || machine.isDoubtful)
  readOn(machine, '', true)
}
