import type { Part } from '@reason/core'
import type { FinishPart } from '@reason/core/parts'
import { warningCodes } from '@reason/core/warnings'

/** Ends the turns of an answer at the text format's own token, `<|return|>` or `<|call|>` of Harmony. */
export interface TurnEnd {
  /** Adds a part of the upstream to `out`, unless the model wrote it after the turn of its choice. */
  push(part: Part, out: Part[]): void
  /** Every choice has ended its turn. The upstream may still report its finish reason and usage. */
  isReached(): boolean
  /** Every choice has ended its turn, and the model writes on: nothing of that is worth waiting for. */
  isPassed(): boolean
  /** The finishes that the upstream did not report, and `end`. */
  end(): Part[]
}

/** Tokens that end a turn at once. A splitter's other endings (`end`, `eof`) only say that the stream is over. */
const endingTokens: ReadonlySet<string> = new Set(['return', 'call'])

/** Calls that are made together. A model without end would make as many as its tokens allow. */
const mostFurtherCalls = 32

interface Turn {
  /** A call ended it, behind which the model may make others: how many more. */
  callsLeft: number
  reason: 'stop' | 'tool-calls'
  /** The model wrote on, which was left out. */
  isCut: boolean
  hasFinished: boolean
}

/**
 *   open ─token─▶ ended ─finish, usage─▶ ended
 *                   └──text────────────▶ cut (a warning, once)
 *
 * An upstream that ends by itself keeps its own finish reason. One that writes on reports the reason of another turn: that is replaced.
 *
 * @param choices - Number of generations that the request asked for.
 */
export function createTurnEnd(choices: number): TurnEnd {
  const turns = new Map<number, Turn>()
  const calling = new Set<number>()
  let isPassed = false

  return { push, isReached, isPassed: () => isPassed && isReached(), end }

  function isReached(): boolean {
    return turns.size >= choices
  }

  function push(part: Part, out: Part[]): void {
    const { choice = 0 } = part
    const turn = turns.size === 0 ? undefined : turns.get(choice)
    if (part.type === 'end' || turn === undefined) {
      out.push(part)
      if (part.type === 'tool-call-start') calling.add(choice)
      if (part.type === 'turn-end' && endingTokens.has(part.by)) turns.set(choice, turnOf(choice, part.by))
    } else after(turn, part, out)
  }

  function turnOf(choice: number, by: string): Turn {
    return {
      callsLeft: by === 'call' ? mostFurtherCalls : 0,
      reason: by === 'call' || calling.has(choice) ? 'tool-calls' : 'stop',
      isCut: false,
      hasFinished: false,
    }
  }

  function after(turn: Turn, part: Part, out: Part[]): void {
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
        // Of text that is left out, or of the wire.
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

  function cut(turn: Turn, choice: number | undefined, out: Part[]): void {
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

const finishOf = ({ reason }: Turn, choice: number | undefined): FinishPart => ({ type: 'finish', reason, ...ofChoice(choice) })

/** A further call, and the header before it. */
const isOfCall = ({ type }: Part): boolean =>
  type === 'tool-call-start' || type === 'tool-call-delta' || type === 'tool-call-end' || type === 'markup' || type === 'turn-end'

/** Blank text and whitespace between messages are no sign that the model goes on. */
function isContent(part: Part): boolean {
  if (part.type === 'delta' || part.type === 'markup') return part.text.trim() !== ''
  return part.type === 'block-start' || part.type === 'tool-call-start'
}

const ofChoice = (choice = 0): { choice?: number } => (choice === 0 ? {} : { choice })
