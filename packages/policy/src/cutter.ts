import type { Part } from '@reason/core'
import type { DeltaPart, MarkupPart } from '@reason/core/parts'
import type { Emit, OfChoice } from './step.ts'

/** Puts together what text comes to when some of it is taken out: as few parts as can be, in order, nothing lost. */
export interface Cutter {
  /** The delta that is being read: what is kept goes on as a part of its block. */
  begin(part: DeltaPart): void
  keep(text: string): void
  take(text: string): void
  /** Something goes out in its place between texts. */
  say(part: Part): void
  /** What was kept and taken goes out. */
  send(): void
}

/** @param instead - A text to stand for each run that was taken out. */
export function createCutter(emit: Emit, of: OfChoice, as: MarkupPart['of'], instead?: string): Cutter {
  let block: DeltaPart | undefined
  let kept = ''
  let taken = ''
  let inTaken = false

  return {
    begin: (part) => void (block = part),
    keep(text) {
      if (text === '') return
      if (taken !== '') sendTaken()
      inTaken = false
      kept += text
    },
    take(text) {
      if (text === '') return
      if (kept !== '') sendKept()
      if (!inTaken && instead !== undefined) emit({ ...block!, text: instead, inserted: true })
      inTaken = true
      taken += text
    },
    say(part) {
      send()
      emit(part)
    },
    send,
  }

  function send(): void {
    if (kept !== '') sendKept()
    if (taken !== '') sendTaken()
  }

  function sendKept(): void {
    const text = kept
    kept = ''
    emit(text === block!.text ? block! : { ...block!, text })
  }

  function sendTaken(): void {
    const text = taken
    taken = ''
    emit({ type: 'markup', text, of: as, ...of })
  }
}
