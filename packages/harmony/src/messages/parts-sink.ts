import { noParts, type Part } from '@reason/core'
import type { Boundary, Channel, ToolCallStartPart } from '@reason/core/parts'
import { warningCodes } from '@reason/core/warnings'
import { isPlainName } from '../headers/header.ts'
import { closerFrom, mayOpenThought, readThoughtOpening } from './leading-thought.ts'
import type { HarmonySink } from './sink.ts'

export interface PartsSink extends HarmonySink {
  take(): readonly Part[]
  /** Whether a block with text is open, so that more text is one part. */
  isInText(): boolean
}

/**
 * Creates a sink that turns messages into parts. Blocks of answer and commentary begin with their first text, so empty messages yield none.
 *
 * @param readsThoughts - A visible message may begin with a thought in tags, which becomes a reasoning block before it.
 */
export function createPartsSink(readsThoughts: boolean): PartsSink {
  let parts: Part[] | undefined
  let blocks = 0
  let calls = 0
  /** Kind of the open message. `undefined`: no message is open, or one of another role. */
  let kind: Channel | 'call' | undefined
  /** The block or call of the open message was started. */
  let begun = false
  /** Start of the open call, which begins with its first text. */
  let call: ToolCallStartPart | undefined
  /** Channel of the block that text goes to directly. */
  let direct: Channel | undefined
  /** Beginning of a visible message that may open a thought, or in a thought, text that may begin its closer. */
  let held = ''
  /** Closer of the thought that is open within a visible message. */
  let closer: string | undefined

  return {
    open,
    body,
    mention,
    close,
    markup,
    warn,
    turnEnd,
    take,
    isInText: () => direct !== undefined,
  }

  function take(): readonly Part[] {
    if (parts === undefined) return noParts
    const taken = parts
    parts = undefined
    return taken
  }

  // An array literal with one element allocates one slot. The first `push` to an empty array allocates seventeen.
  function add(part: Part): void {
    if (parts === undefined) parts = [part]
    else parts.push(part)
  }

  function open(header: Parameters<HarmonySink['open']>[0]): void {
    kind = header.kind === 'foreign' ? undefined : header.kind
    begun = false
    direct = undefined
    if (kind === 'call') {
      const { contentType } = header
      // A content type that is no plain name may be misplaced reasoning.
      const shown = contentType !== null && isPlainName(contentType)
      call = { type: 'tool-call-start', call: calls, name: header.recipient!, ...(shown && { contentType }) }
    } else if (kind === 'reasoning') begin(kind)
  }

  function body(text: string): void {
    if (direct !== undefined) add({ type: 'delta', block: blocks, channel: direct, text })
    else if (kind === 'call') addToCall({ type: 'tool-call-delta', call: calls, text })
    else if (kind === undefined) markup(text, 'dropped')
    else if (closer !== undefined) think(text, closer)
    else if (!begun && readsThoughts && kind !== 'reasoning' && (held !== '' || mayOpenThought(text))) beginVisible(held + text)
    else show(kind, text)
  }

  function mention(text: string): void {
    if (direct === undefined) body(text)
    else add({ type: 'delta', block: blocks, channel: direct, text, mention: true })
  }

  function show(channel: Channel, text: string): void {
    if (!begun) begin(channel)
    add({ type: 'delta', block: blocks, channel, text })
  }

  /**
   * Begins a visible message, which may begin with a thought.
   *
   *     …<|message|><think>Hm.</think>Hello.
   *                 ^^^^^^^
   */
  function beginVisible(text: string): void {
    held = ''
    const thought = readThoughtOpening(text)
    if (thought === 'more') held = text
    else if (thought === undefined) show(kind as Channel, text)
    else {
      const { blanks, opener } = thought
      markup(text.slice(0, blanks), 'whitespace')
      markup(opener, 'delimiter')
      begin('reasoning')
      direct = undefined
      closer = thought.closer
      const rest = text.slice(blanks + opener.length)
      if (rest !== '') think(rest, closer)
    }
  }

  function think(piece: string, end: string): void {
    const text = held + piece
    const at = text.indexOf(end)
    const to = at === -1 ? closerFrom(text, end) : at
    if (to > 0) add({ type: 'delta', block: blocks, channel: 'reasoning', text: text.slice(0, to) })
    held = at === -1 ? text.slice(to) : ''
    if (at === -1) return
    endThought(end, 'closer')
    const rest = text.slice(at + end.length)
    if (rest !== '') body(rest)
  }

  function endThought(terminator: string, boundary: Boundary): void {
    add({ type: 'block-end', block: blocks++, channel: 'reasoning', boundary, ...(terminator !== '' && { terminator }) })
    markup(terminator, 'delimiter')
    begun = false
    closer = undefined
  }

  /** Emits held text that turned out to be ordinary text. */
  function releaseHeld(): void {
    const text = held
    held = ''
    if (text === '') return
    if (closer === undefined) show(kind as Channel, text)
    else add({ type: 'delta', block: blocks, channel: 'reasoning', text })
  }

  function endUnclosed(boundary: Boundary): void {
    releaseHeld()
    if (closer === undefined) return
    warn('unclosed')
    endThought('', boundary)
  }

  function addToCall(part: Part): void {
    if (call !== undefined) add(call)
    call = undefined
    add(part)
  }

  function begin(channel: Channel): void {
    begun = true
    direct = channel
    add({ type: 'block-start', block: blocks, channel })
  }

  function close(...[, source, boundary]: Parameters<HarmonySink['close']>): void {
    if (held !== '' || closer !== undefined) endUnclosed(boundary)
    const details = { boundary, ...(source !== '' && { terminator: source }) }
    if (kind === 'call') addToCall({ type: 'tool-call-end', call: calls++, ...details })
    else if (kind !== undefined && begun) add({ type: 'block-end', block: blocks++, channel: kind, ...details })
    kind = undefined
    direct = undefined
  }

  function markup(...[text, of]: Parameters<HarmonySink['markup']>): void {
    if (text === '') return
    if (held !== '') releaseHeld()
    add({ type: 'markup', text, of })
  }

  function warn(...[code, excerpt]: Parameters<HarmonySink['warn']>): void {
    add({ type: 'warning', code, message: warningCodes[code], ...(excerpt !== undefined && { excerpt }) })
  }

  function turnEnd(by: string): void {
    add({ type: 'turn-end', by })
  }
}
