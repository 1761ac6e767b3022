import { prose } from '../matching/matcher.ts'
import { createScanner } from '../matching/scanner.ts'
import { isReasoning } from '../states.ts'
import type { DelimiterTable } from '../delimiter.ts'
import { toolMatcher } from '../tag-matchers.ts'
import { anywhere } from '../output/code-spans.ts'
import { createJsonSpans } from '../output/json-spans.ts'
import { beginSegment, commit, defer, finishBlock, settleKept, withdraw, writeMarkup, writeText, writeWarning } from '../output/writer.ts'
import { beginBlock } from './blocks.ts'
import { doubt, readAsAnswer } from './doubt.ts'
import { type TagMachine, enter } from './machine.ts'
import { trustsMentions } from './mention.ts'
import { emit, readOn } from './reading.ts'

export function openTool(machine: TagMachine, tag: string, tool: number): void {
  const { writer } = machine
  const { tables, drop, config } = machine.protocol
  const hasEnd = tables.tools[tool]!.delimiters.length > 0
  if (machine.state === 'doubt' && (writer.block === -1 || machine.startedEmpty) && !machine.guarded) return readAsAnswer(machine, tag)
  const inReasoning = isReasoning(machine.state)
  // Blanks between two calls are no thought.
  if (machine.state === 'doubt' && writer.block === -1) beginSegment(writer, 'answer')
  settleKept(writer, inReasoning ? drop.beforeClose : 'none')
  finishBlock(writer, 'tool', tag)
  if (machine.state !== 'doubt' || !machine.guarded) commit(writer)
  machine.tool = tool
  if (inReasoning) {
    machine.interrupted = true
    machine.orphaned = false
    beginSegment(writer, 'answer')
  } else if (machine.state === 'answer' || machine.state === 'wrapped') machine.afterTool = machine.state
  if (machine.guarded && (inReasoning || (hasEnd && !machine.hasClosed)) && writer.deferred === undefined) defer(writer)
  machine.callAt = writer.deferred?.parts.length ?? 0
  writer.kind = 'tool-text'
  writeWarning(writer, 'tool-text', { excerpt: tag })
  if (hasEnd || writer.deferred !== undefined) enter(machine, 'tool')
  else if (inReasoning) enter(machine, 'verbatim')
  else if (machine.state === 'lead') enter(machine, 'answer')
  const spans = machine.state === 'tool' ? anywhere : machine.spans
  // Without a closer of the call, a tag in it may be the end of a hidden thought.
  if (spans === anywhere || trustsMentions(machine)) machine.code = createJsonSpans(spans, config.maxHeldChars, 'call')
  emit(machine, tag, 0, tag.length)
}

export function closeTool(machine: TagMachine, tag: string): void {
  const { writer } = machine
  const { config } = machine.protocol
  if (writer.deferred !== undefined && isCutOff(machine)) return endCall(machine, tag)
  writeText(writer, tag)
  finishBlock(writer, 'closer', tag)
  writer.kind = undefined
  if (machine.interrupted && !machine.isReadAgain && (config.afterTool === 'hold' || writer.deferred !== undefined)) doubt(machine)
  else {
    if (!machine.interrupted || machine.isReadAgain) commit(writer)
    enter(machine, machine.afterTool)
  }
  machine.afterTool = 'answer'
}

/**
 * Ends a text inside a call. If a closer shows that the thought continued, the call was only part of the thought:
 *
 *     <think>I could <tool_call>{"name": … or not.</think>It is four.
 */
export function endCall(machine: TagMachine, closer = ''): void {
  const { writer, pair, interrupted } = machine
  const text = textsFrom(machine, 0).join('') + closer
  const { at, index } = closersOf(machine).scanner.search(text, 0, true)
  if (index === -1) return machine.startedEmpty ? readAsAnswer(machine, '') : commit(writer)
  withdraw(writer)
  writer.kind = undefined
  if (interrupted) {
    beginBlock(machine)
    machine.pair = pair
  } else beginSegment(writer, 'answer')
  enter(machine, interrupted ? 'inside' : 'answer')
  emit(machine, text, 0, at)
  readOn(machine, text.slice(at), closer === '')
}

/** Drops an opener whose call the wire has brought in fields, if words follow it: `<think>I look.<|tool_call|>Then I add.` */
export function dropReadOpener(machine: TagMachine): boolean {
  const { writer, callAt } = machine
  const [opener, ...pieces] = textsFrom(machine, callAt)
  const body = pieces.join('')
  if (!prose.test(body)) return false
  // The warning stays, because text before a call may be a thought. The block of the call never was.
  writer.deferred!.parts.length = callAt + 1
  writer.nextBlock = writer.block
  writer.block = -1
  beginSegment(writer, writer.channel)
  writeMarkup(writer, opener!, 'service')
  closeTool(machine, '')
  readOn(machine, body, true)
  return true
}

/** Whether the thought ended inside an apparent call, and the call that ends here began after it. */
function isCutOff(machine: TagMachine): boolean {
  const { tool, callAt, protocol } = machine
  const text = textsFrom(machine, callAt).join('')
  const { index, end: behind } = closersOf(machine).scanner.search(text, 0, true)
  if (index === -1) return false
  return createScanner([toolMatcher(protocol.config.tools[tool]!)]).search(text, behind, true).index !== -1
}

/** Texts of the deferred parts. Among them is an opener that was dropped before the thought turned out to go on. */
const textsFrom = ({ writer: { deferred } }: TagMachine, from: number): string[] =>
  (deferred?.parts ?? [])
    .slice(from)
    .flatMap((part) => ((part.type === 'delta' && part.inserted !== true) || part.type === 'markup' ? [part.text] : []))

/** Closers of the thought that a call is in, or of text that may be a thought. */
const closersOf = ({ interrupted, pair, protocol: { tables } }: TagMachine): DelimiterTable =>
  interrupted ? tables.ends[pair]! : tables.candidate
