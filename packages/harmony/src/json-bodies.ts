import { newJsonText, readJson, type JsonText } from '@reason/core/adapter'
import type { HarmonyMachine } from './machine/machine.ts'
import type { BodyTarget, TokenTarget } from './tokens/reader.ts'
import type { HarmonyToken } from './tokens/tokens.ts'

export interface JsonBodies extends TokenTarget, BodyTarget {
  /** Whether tokens, and all text after them, are held. */
  isWaiting(): boolean
}

/** A piece of input from the reader. */
interface BodyPiece {
  written: string
  token?: HarmonyToken
  isDamaged?: boolean
}

/**
 * Treats tokens in JSON strings as text, in calls, and if a grammar binds the answer to JSON:
 *
 *     …final<|message|>{"format": "<|start|>, then a role"}         text
 *     …final<|message|>{"format": "<|end|><|start|>assistant…       a token: the string does not close as in JSON
 *
 * A token in a string is therefore held, with the text after it, to the end of the string.
 *
 * @param isJson - Whether the open body may be JSON.
 */
export function createJsonBodies(machine: HarmonyMachine, maxHeldChars: number, isJson: () => boolean): JsonBodies {
  /** JSON state of the open body. */
  let body: JsonText | undefined
  let ahead: JsonText | undefined
  let waiting: BodyPiece[] = []
  let waitingChars = 0

  return {
    text: (written) => (ahead === undefined && !isJson() ? passText(written) : take({ written })),
    token: (token, written) => take({ written, token }),
    damaged: (token, written) => take({ written, token, isDamaged: true }),
    end(isWhole) {
      if (ahead !== undefined) release(false)
      machine.end(isWhole)
    },
    isInBody: () => machine.isInBody(),
    mention: (written) => (isJson() ? take({ written }) : machine.mention(written)),
    isWaiting: () => ahead !== undefined,
  }

  function take(piece: BodyPiece): void {
    if (ahead === undefined && piece.token !== undefined && body?.place === 'string') ahead = { ...body }
    if (ahead === undefined) return pass(piece)
    waiting.push(piece)
    // Looks ahead within the limit of held text, so that chunk boundaries do not move the limit.
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
      if (isText) passText(piece.written)
      else take(piece)
    }
  }

  function pass({ written, token, isDamaged }: BodyPiece): void {
    if (token === undefined) return passText(written)
    body = undefined
    if (isDamaged === true) machine.damaged(token, written)
    else machine.token(token, written)
  }

  function passText(written: string): void {
    body = isJson() ? (body ?? newJsonText()) : undefined
    if (body !== undefined) readJson(body, written, 0, written.length)
    machine.text(written)
  }
}

/** Whether enough text after the string was read to decide whether it was one. */
const isBehindString = ({ place }: JsonText): boolean => place !== 'string' && place !== 'closed'
