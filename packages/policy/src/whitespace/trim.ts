import type { Stage } from '@reason/core'
import type { BlockStartPart, Channel, DeltaPart } from '@reason/core/parts'
import { createStage, type MakeStep, type PolicyStep } from '../chain/step.ts'

/**
 * Removes the blank lines that templates write beside their tags: at the beginning of the answer, and at both ends of the reasoning. Whitespace between
 * two blocks of a channel stays, so that words do not join.
 *
 * Changes only text that was split off (blocks with a `from`), because a wire's own fields may be signed. Removed text becomes markup.
 */
export const trim = (): Stage => createStage([trimStep])

const trimStep: MakeStep = (emit, { of }) => {
  /** The open split block. Its start waits for its first text, because it may turn out to have none. */
  let start: BlockStartPart | undefined
  let trimming = false
  /** Whitespace that ends the reasoning, unless more text comes. */
  let tail = ''
  /** Whether a channel has begun with non-whitespace text. */
  const begun: Record<Channel, boolean> = { reasoning: false, commentary: false, answer: false }

  const step: PolicyStep = (part) => {
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
          // An empty thought is still a thought. An answer of only whitespace is no answer.
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

  /** Whether the text has no trailing whitespace, which would wait for the following text. */
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

  /** Emits inserted text unchanged, after the whitespace before it. */
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
