import type { Stage } from '@reason/core'
import type { BlockStartPart, Channel, DeltaPart } from '@reason/core/parts'
import { createStage, type MakeStep, type Step } from './step.ts'

/**
 * Takes away the blank lines that templates put beside their tags: at the beginning of the answer, and at both ends of the
 * reasoning. What stands between two blocks of a channel stays, so that no words are glued together.
 *
 * Only text that was split off is touched (blocks with a `from`): a wire's own fields may be signed. What is taken goes out as markup.
 */
export const trim = (): Stage => createStage([trimStep])

const trimStep: MakeStep = (emit, { of }) => {
  /** The split block that is open; its start waits for its first text, because it may turn out to have none. */
  let start: BlockStartPart | undefined
  let trimming = false
  /** Whitespace of the reasoning that is the end of it, unless more comes. */
  let tail = ''
  /** Whether a channel has begun with something other than whitespace. */
  const begun: Record<Channel, boolean> = { reasoning: false, commentary: false, answer: false }

  const step: Step = (part) => {
    switch (part.type) {
      case 'block-start':
        trimming = part.from !== undefined && part.channel !== 'commentary' && part.kind === undefined
        // Blanks between two calls in text form are part of the answer.
        if (part.kind !== undefined) begun[part.channel] = true
        if (!trimming) return emit(part)
        start = part
        return
      case 'delta':
        if (!trimming) return emit(part)
        return part.inserted ? insert(part) : trimText(part)
      case 'block-end':
        if (trimming) {
          trimming = false
          // A thought with nothing in it was still a thought; an answer of whitespace was none.
          if (start !== undefined && part.channel === 'answer') {
            start = undefined
            return
          }
          begin()
        }
        return emit(part)
      case 'finish':
      case 'end':
        if (tail !== '') take(tail)
        tail = ''
        return emit(part)
      default:
        return emit(part)
    }
  }
  step.passes = passes
  return step

  function passes({ channel, text, inserted }: DeltaPart): boolean {
    return !trimming || (begun[channel] && start === undefined && inserted !== true && endsHere(channel, text))
  }

  /** Whitespace at its end would wait for what follows. */
  function endsHere(channel: Channel, text: string): boolean {
    return channel !== 'reasoning' || (tail === '' && text.trimEnd().length === text.length)
  }

  function trimText(part: DeltaPart): void {
    let text = part.text
    if (!begun[part.channel]) {
      const kept = text.trimStart()
      if (kept.length < text.length) take(text.slice(0, text.length - kept.length))
      if (kept === '') return
      begun[part.channel] = true
      text = kept
    }
    if (part.channel === 'reasoning') {
      const all = tail === '' ? text : tail + text
      const kept = text.trimEnd()
      if (kept === '') {
        tail = all
        return
      }
      text = all.slice(0, all.length - (text.length - kept.length))
      tail = all.slice(text.length)
    }
    begin()
    emit(text === part.text ? part : { ...part, text })
  }

  /** Inserted text stays as it is, behind the whitespace that came before it. */
  function insert(part: DeltaPart): void {
    begun[part.channel] = true
    begin()
    if (part.channel === 'reasoning' && tail !== '') {
      const { inserted: _, ...own } = part
      emit({ ...own, text: tail })
      tail = ''
    }
    emit(part)
  }

  function begin(): void {
    if (start === undefined) return
    const part = start
    start = undefined
    emit(part)
  }

  function take(text: string): void {
    emit({ type: 'markup', text, of: 'whitespace', ...of })
  }
}
