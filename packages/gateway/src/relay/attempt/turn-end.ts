import type { Part } from '@reason/core'
import type { FinishPart } from '@reason/core/parts'
import { warningCodes } from '@reason/core/warnings'
import { createStopSearch, type StopSearch } from './stop-search.ts'

export interface TurnEndings {
  /** Number of generations that the request asked for. */
  choices: number
  /** The text format's own tokens end a turn. */
  tokens: boolean
  /** Sequences that end an answer, if the gateway compares them and not the upstream. */
  stops?: readonly string[] | undefined
}

/** Ends the turns of an answer at the text format's own token, `<|return|>` or `<|call|>` of Harmony, or at a stop sequence of the request. */
export interface TurnEnd {
  /** Adds a part of the upstream to `out`, unless the model wrote it after the turn of its choice. */
  push(part: Part, out: Part[]): void
  /** Every choice has ended its turn. The upstream may still report its finish reason and usage. */
  isReached(): boolean
  /** Every choice has ended its turn, and the model still writes. Nothing after that is worth waiting for. */
  isPassed(): boolean
  /** The finishes that the upstream did not report, and `end`. */
  end(): Part[]
  /** Text of the answer has to be seen, because a stop sequence may be in it. */
  readonly seesText: boolean
}

/** Tokens that end a turn at once. A splitter's other endings (`end`, `eof`) only mean that the stream is over. */
const endingTokens: ReadonlySet<string> = new Set(['return', 'call'])

/** Most calls after the first in one turn. A model that does not stop would make as many as its token limit allows. */
const mostFurtherCalls = 32

interface TurnState {
  /** Further calls that the model may make, after a call has ended the turn. */
  callsLeft: number
  reason: 'stop' | 'tool-calls'
  /** The model went on after the turn, and that output was dropped. */
  isCut: boolean
  hasFinished: boolean
  stopSequence?: string
}

/**
 *   open ─token─▶ ended ─finish, usage─▶ ended
 *    │              └──text────────────▶ cut (a warning, once)
 *    └─────────stop sequence───────────▶ cut
 *
 * An upstream that stops at the turn's end keeps its finish reason. If it writes on, its reason belongs to another turn and is replaced.
 */
export function createTurnEnd({ choices, tokens, stops }: TurnEndings): TurnEnd {
  const turns = new Map<number, TurnState>()
  const calling = new Set<number>()
  /** The searches of the choices. Undefined: no sequence ends an answer. */
  const searches = stops && new Map<number, StopSearch>()
  /** Choices that the upstream finished, without an end of their turn. */
  const finished = new Set<number>()
  let isPassed = false

  return { push, isReached, isPassed: () => isPassed && isReached(), end, seesText: stops !== undefined }

  function isReached(): boolean {
    return turns.size > 0 && turns.size + finished.size >= choices
  }

  function push(part: Part, out: Part[]): void {
    const { choice = 0 } = part
    const turn = turns.size === 0 ? undefined : turns.get(choice)
    if (part.type === 'end' || turn === undefined) within(choice, part, out)
    else after(turn, part, out)
  }

  function within(choice: number, part: Part, out: Part[]): void {
    if (searches === undefined) out.push(part)
    else {
      const stopSequence = searchOf(choice, searches).push(part, out)
      if (stopSequence !== undefined) stopAt(choice, stopSequence)
    }
    if (part.type === 'tool-call-start') calling.add(choice)
    if (part.type === 'finish') finished.add(choice)
    if (tokens && part.type === 'turn-end' && endingTokens.has(part.by)) turns.set(choice, turnOf(choice, part.by === 'call'))
  }

  function searchOf(choice: number, searches: Map<number, StopSearch>): StopSearch {
    const known = searches.get(choice)
    if (known !== undefined) return known
    const created = createStopSearch(stops!)
    searches.set(choice, created)
    return created
  }

  function stopAt(choice: number, stopSequence: string): void {
    turns.set(choice, { ...turnOf(choice, false), isCut: true, stopSequence })
    isPassed = true
  }

  function turnOf(choice: number, isCall: boolean): TurnState {
    return {
      callsLeft: isCall ? mostFurtherCalls : 0,
      reason: isCall || calling.has(choice) ? 'tool-calls' : 'stop',
      isCut: false,
      hasFinished: false,
    }
  }

  function after(turn: TurnState, part: Part, out: Part[]): void {
    switch (part.type) {
      case 'finish':
        turn.hasFinished = true
        out.push(turn.isCut || part.reason === 'aborted' ? finishOf(turn, part.choice) : part)
        return
      case 'usage':
      case 'error':
      case 'start':
        out.push(part)
        return
      case 'warning':
        // The warning is about text that is dropped, or about the wire.
        if (!turn.isCut) out.push(part)
        return
      case 'native':
        if (!turn.isCut || part.channel === undefined) out.push(part)
        return
      default:
        if (part.type === 'tool-call-start') turn.callsLeft--
        if (turn.callsLeft > 0 && !turn.isCut && isOfCall(part)) out.push(part)
        else if (isContent(part)) cut(turn, part.choice, out)
    }
  }

  function cut(turn: TurnState, choice: number | undefined, out: Part[]): void {
    if (turns.size >= choices) isPassed = true
    if (turn.isCut) return
    turn.isCut = true
    out.push({ type: 'warning', ...ofChoice(choice), code: 'after-turn-end', message: warningCodes['after-turn-end'] })
  }

  function end(): Part[] {
    const missing = [...turns].filter(([, { hasFinished }]) => !hasFinished)
    return [...missing.map(([choice, turn]) => finishOf(turn, choice)), { type: 'end' }]
  }
}

const finishOf = ({ reason, stopSequence }: TurnState, choice: number | undefined): FinishPart => ({
  type: 'finish',
  reason,
  ...ofChoice(choice),
  ...(stopSequence !== undefined && { stopSequence }),
})

/** A part of a further call, or of the header before it. */
const isOfCall = ({ type }: Part): boolean =>
  type === 'tool-call-start' || type === 'tool-call-delta' || type === 'tool-call-end' || type === 'markup' || type === 'turn-end'

/** True if the model goes on. Blank text and whitespace between messages do not count. */
function isContent(part: Part): boolean {
  if (part.type === 'delta' || part.type === 'markup') return part.text.trim() !== ''
  return part.type === 'block-start' || part.type === 'tool-call-start'
}

const ofChoice = (choice = 0): { choice?: number } => (choice === 0 ? {} : { choice })
