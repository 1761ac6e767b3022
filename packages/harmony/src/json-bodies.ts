import { newJsonText, readJson, type JsonText } from '@reason/core/adapter'
import type { Machine } from './machine/machine.ts'
import type { TokenTarget } from './reader.ts'
import type { Token } from './tokens.ts'

export interface JsonBodies extends TokenTarget {
  /** Tokens wait, and all text behind them. */
  isWaiting(): boolean
}

/** One piece of input, as the reader gave it. */
interface Piece {
  written: string
  token?: Token
  isDamaged?: boolean
}

/**
 * Where a grammar binds the answer to JSON, a token in one of its strings is text:
 *
 *     …final<|message|>{"format": "<|start|>, then a role"}         text
 *     …final<|message|>{"format": "<|end|><|start|>assistant…       a token: the string does not close as one of JSON does
 *
 * So a token there waits, with what follows it, to the end of the string.
 */
export function createJsonBodies(machine: Machine, maxHeldChars: number): JsonBodies {
  /** Of the visible body that is open. */
  let body: JsonText | undefined
  let ahead: JsonText | undefined
  let waiting: Piece[] = []
  let waitingChars = 0

  return {
    text: (written) => take({ written }),
    token: (token, written) => take({ written, token }),
    damaged: (token, written) => take({ written, token, isDamaged: true }),
    end(isWhole) {
      if (ahead !== undefined) release(false)
      machine.end(isWhole)
    },
    isWaiting: () => ahead !== undefined,
  }

  function take(piece: Piece): void {
    if (ahead === undefined && piece.token !== undefined && body?.place === 'string') ahead = { ...body }
    if (ahead === undefined) return pass(piece)
    waiting.push(piece)
    // Only as much as may be held, so that the limit is where it is however the text is cut.
    readJson(ahead, piece.written, 0, Math.min(piece.written.length, maxHeldChars - waitingChars), isBehindString)
    waitingChars += piece.written.length
    if (isBehindString(ahead)) release(ahead.place !== 'broken')
    else if (waitingChars > maxHeldChars) release(false)
  }

  function release(isText: boolean): void {
    const pieces = waiting
    waiting = []
    waitingChars = 0
    ahead = undefined
    if (!isText) body!.place = 'broken'
    for (const piece of pieces) {
      if (isText) pass({ written: piece.written })
      else take(piece)
    }
  }

  function pass({ written, token, isDamaged }: Piece): void {
    if (token !== undefined) {
      body = undefined
      if (isDamaged === true) machine.damaged(token, written)
      else machine.token(token, written)
      return
    }
    body = machine.isInVisible() ? (body ?? newJsonText()) : undefined
    if (body !== undefined) readJson(body, written, 0, written.length)
    machine.text(written)
  }
}

/** What stands behind the string has told whether it was one. */
const isBehindString = ({ place }: JsonText): boolean => place !== 'string' && place !== 'closed'
