import type { Part } from '@reason/core'
import type { DeltaPart, MarkupPart } from '@reason/core/parts'
import type { Emit, OfChoice } from './step.ts'

/** Assembles the output for text of which pieces are removed: as few parts as possible, in order, complete. */
export interface Cutter {
  /** Sets the delta that is being read. Kept text becomes a part of its block. */
  begin(part: DeltaPart): void
  keep(text: string): void
  take(text: string): void
  /** Emits a part at its position between texts. */
  say(part: Part): void
  /** Emits the kept and the removed text. */
  send(): void
}

/** @param instead - Text that replaces each removed run. */
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
