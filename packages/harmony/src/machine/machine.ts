import { isHeaderLike } from '../headers/header.ts'
import type { BodyTarget, TokenTarget } from '../tokens/reader.ts'
import type { HarmonySink } from '../messages/sink.ts'
import { addPiece } from './body-end.ts'
import { addDamaged, mendHeld } from './damaged.ts'
import { dropHeader, dropLoose, dropLooseTurn } from './dropped-input.ts'
import { isSeen, leave } from './message.ts'
import { openHeaderless, openMessage, openUnlabelled } from './open-held.ts'
import { beginHeader } from './pending.ts'
import { addText } from './text.ts'
import { addToken, inBody } from './token.ts'
import { endTurn } from './turn-end.ts'
import { createTurn, positionOf, type MachineSettings, type Position } from './turn.ts'

export type { MachineSettings, Position } from './turn.ts'

export interface HarmonyMachine extends TokenTarget, BodyTarget {
  /** Begins a message with a dialect's header: the equivalent header, and the original text. */
  header(means: string, written: string): void
  position(): Position
  /** Whether text goes straight into the body of a message. */
  isInBody(): boolean
  /** Whether text goes, or would go, into a body that a client sees. */
  isInVisible(): boolean
  isInCall(): boolean
}

/**
 * Assembles messages from tokens and text.
 *
 *     start ───┐              message                      ┌─ text, message, constrain
 *              ├──▶ header ─────────────▶ body ◀───────────┘
 *     between ─┘      ▲                   │  │
 *        ▲            └── start, channel ─┘  │
 *        └───────── end, return, call ───────┘
 *
 * Either a message is open (message.ts), or input is held outside of bodies (pending.ts):
 *
 * - `start`: text is reasoning if a marker follows, and the answer if none ever does.
 * - `header`: text waits for `<|message|>`. Without it, text that cannot be a header is the body.
 * - `between`: text belongs to no message, with two exceptions. The text may prove to be a header that lost its start token. Or the turn ends
 *   with it after reasoning: then the text is the final message, whose header was lost. `junk`: the text is too long for a header.
 *
 * token.ts has the arrows, open-held.ts what held input becomes.
 */
export function createMachine(sink: HarmonySink, settings: MachineSettings, position: Position): HarmonyMachine {
  const turn = createTurn(sink, settings, position)
  const { message, pending } = turn
  let ended = false

  return {
    text: (piece) => addText(turn, piece),
    mention(written) {
      addPiece(message.bodyEnd, written)
      sink.mention(written)
    },
    token(token, written) {
      if (turn.looseEnd !== '') dropLooseTurn(turn)
      if (message.state !== 'closed') return inBody(turn, token, written)
      mendHeld(turn)
      addToken(turn, token, written)
    },
    damaged(token, written) {
      if (turn.looseEnd !== '') dropLooseTurn(turn)
      addDamaged(turn, token, written)
    },
    header(means, written) {
      if (turn.looseEnd !== '') dropLooseTurn(turn)
      if (pending.place === 'start' && !isHeaderLike(pending.source)) openUnlabelled(turn)
      else if (pending.place === 'header' && !openHeaderless(turn, 'start')) dropHeader(turn, 'stray-token')
      if (message.state !== 'closed') leave(message, '')
      else dropLoose(turn)
      beginHeader(pending, means, written, false, '')
      openMessage(turn)
    },
    end(isWhole = false) {
      if (ended) return
      ended = true
      const by = endTurn(turn, isWhole)
      if (by !== 'return' && by !== 'call') sink.turnEnd(by)
    },
    position: () => positionOf(turn),
    isInBody: () => message.state === 'body',
    isInVisible: () => isSeen(message),
    isInCall: () => message.state === 'body' && message.header!.kind === 'call',
  }
}
