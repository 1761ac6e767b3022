import { isHeaderLike } from '../headers/header.ts'
import { isPartialToken } from '../tokens/tokens.ts'
import { mendHeld } from './damaged.ts'
import { dropHeader, dropLoose } from './dropped-input.ts'
import { close } from './message.ts'
import { openHeaderless, openLoose, openUnmarked } from './open-held.ts'
import { inBody } from './token.ts'
import type { HarmonyTurn } from './turn.ts'

/**
 * Ends the input.
 *
 * @param isWhole - The model has ended the text. It was not cut.
 * @returns How the turn ended.
 */
export function endTurn(turn: HarmonyTurn, isWhole: boolean): string {
  const { message, pending } = turn
  if (turn.looseEnd === '' && message.state === 'closed') mendHeld(turn)
  if (turn.looseEnd !== '') {
    openLoose(turn)
    inBody(turn, 'return', turn.looseEnd)
    return 'return'
  }
  if (pending.place === 'header') openHeaderless(turn, isWhole ? 'stop' : 'eof')
  if (pending.place === 'header' || isCutHeader(pending.source)) {
    dropHeader(turn, 'cut-header')
    return 'eof'
  }
  if (!openLoose(turn) && message.state === 'closed' && pending.place !== 'start') {
    dropLoose(turn)
    return message.terminator ?? 'eof'
  }
  if (pending.source !== '') openUnmarked(turn)
  if (message.opened && message.state !== 'closed') close(message, undefined, '', 'end-of-stream')
  return 'eof'
}

/** Whether loose text at the end of the stream can only be the beginning of a header. */
const isCutHeader = (text: string): boolean => isPartialToken(text.trim()) || (/(^|\s)to=/.test(text) && isHeaderLike(text))
