import { warnOfDamage } from './damage-warnings.ts'
import { release } from './pending.ts'
import type { HarmonyTurn } from './turn.ts'

/** Reports the held text as markup. */
export function drop({ sink, pending }: HarmonyTurn, of: 'delimiter' | 'dropped' | 'whitespace'): void {
  const source = release(pending)
  if (source !== '') sink.markup(source, of)
}

/** Drops the held text, which belongs to no message. */
export function dropLoose(turn: HarmonyTurn): void {
  const { sink, pending } = turn
  if (pending.source === '') return
  if (pending.source.trim() === '') return drop(turn, 'whitespace')
  sink.warn('loose-text')
  drop(turn, 'dropped')
}

/** Drops loose text and the end of the turn after it, because more input has come. */
export function dropLooseTurn(turn: HarmonyTurn): void {
  const written = turn.looseEnd
  turn.looseEnd = ''
  dropLoose(turn)
  dropToken(turn, written)
}

export function dropHeader(turn: HarmonyTurn, code: 'stray-token' | 'header-without-message' | 'cut-header'): void {
  const { sink, pending } = turn
  warnOfDamage(sink, pending)
  if (pending.source === '') return
  sink.warn(code)
  drop(turn, 'dropped')
}

/** Drops a token that has no meaning at its position. */
export function dropToken({ sink }: HarmonyTurn, written: string): void {
  sink.warn('stray-token')
  sink.markup(written, 'delimiter')
}
