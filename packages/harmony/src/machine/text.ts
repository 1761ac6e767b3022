import { bareHeader } from '../headers/header.ts'
import { dropLooseTurn } from './dropped-input.ts'
import { addText as addToMessage, begin } from './message.ts'
import { overflow } from './open-held.ts'
import { hold } from './pending.ts'
import { isAfterReasoning, type HarmonyTurn } from './turn.ts'

/** Adds text to the open message. Outside of messages, holds it. */
export function addText(turn: HarmonyTurn, piece: string): void {
  const { message, pending, sink } = turn
  if (turn.looseEnd !== '') dropLooseTurn(turn)
  if (message.state !== 'closed') addToMessage(message, piece)
  else if (pending.place === 'junk') sink.markup(piece, 'dropped')
  else wait(turn, piece)
}

function wait(turn: HarmonyTurn, piece: string): void {
  const { message, pending, settings } = turn
  if (settings.textAfterReasoning === true && pending.source === '' && isAfterReasoning(turn)) {
    begin(message, bareHeader('answer', 'final'), true)
    return addToMessage(message, piece)
  }
  const taken = hold(pending, piece, settings.maxHeldChars)
  if (pending.source.length <= settings.maxHeldChars) return
  overflow(turn)
  if (taken < piece.length) addText(turn, piece.slice(taken))
}
