import { between, type Chat } from './chat.ts'
import * as conversation from './conversation.ts'
import { words } from './conversation.ts'
import { closerOf, compositeCloser, type Mark, marksIn } from './marks.ts'
import type { Turns } from './turns.ts'

export interface ToolMarks {
  openers: string[]
  closers: string[]
}

/**
 * Finds the marks around calls in the history, which the model writes.
 *
 * @param thought - Delimiters of thoughts and wrappers of answers, which are excluded.
 */
export function toolMarksOf(chat: Chat, turns: Turns, thought: readonly string[]): ToolMarks {
  const one = spansOf(chat, 1)
  if (one === undefined) return { openers: [], closers: [] }
  const inner = spansOf(chat, 2)?.inner ?? ''
  const opener = openerIn(one.before)
  const closers = marksIn(one.after)
    .map(({ text }) => text)
    .filter((mark) => isOwn(mark) && !/eo[mst]\b|eom_|eot_/i.test(mark))
  const mirrored = opener === undefined ? undefined : closerOf(opener)
  const closer = closers.includes(mirrored ?? '') ? mirrored : (closers.at(-1) ?? compositeCloser(opener ?? '', one.after))
  // If each call has an opener inside a section, that opener counts without the section, too.
  const named = one.before.slice(0, one.before.indexOf(words.call))
  const inside = openerIn(named.slice(named.indexOf(opener ?? '') + (opener ?? '').length))
  const repeated =
    inside !== undefined &&
    opener !== undefined &&
    inner.includes(inside) &&
    !inner.includes(opener) &&
    !/[ =]/.test(inside) &&
    !opener.includes(inside)
      ? [inside]
      : []
  const ends = repeated.map(closerOf).filter((mark) => mark !== undefined && inner.includes(mark))
  return {
    openers: opener === undefined ? [] : [opener, ...repeated],
    closers: opener === undefined || closer === undefined || isBare(closer) ? [] : [...new Set([closer, ...(ends as string[])])],
  }

  function isOwn(mark: string): boolean {
    return !turns.marks.has(mark) && !thought.some((text) => text.includes(mark))
  }

  function isBare(mark: string): boolean {
    return mark.includes(words.key) || mark.includes(words.value)
  }

  /** The first mark that belongs to neither a turn nor a thought. If the mark contains the call's name, only the part before it. */
  function openerIn(before: string): string | undefined {
    const marks = marksIn(before)
    const first = marks.find(({ text }) => isOwn(text)) ?? compositeIn(before, marks)
    if (first === undefined) return undefined
    const at = first.text.indexOf(words.call)
    return at === -1 ? first.text : first.text.slice(0, at).replace(/["']$/, '')
  }
}

/** Finds the first tools name between two marks of turns before the call's name: `<|open|>tools<|sep|>`. */
function compositeIn(before: string, marks: readonly Mark[]): Mark | undefined {
  return marks.flatMap((mark, index): Mark[] => {
    const next = marks[index + 1]
    const name = next === undefined ? '' : before.slice(mark.end, next.start)
    if (next === undefined || !/^\w{0,32}tools?\w{0,32}$/.test(name)) return []
    return [{ text: mark.text + name + next.text, start: mark.start, end: next.end }]
  })[0]
}

/** Texts of a turn with only calls: before the first argument, between two calls, and after the last argument. */
function spansOf({ style, args, render }: Chat, count: number): { before: string; inner: string; after: string } | undefined {
  const messages = [conversation.user(style), conversation.calls(args, count)]
  const followed = [...messages, ...Array.from({ length: count }, (_, index) => conversation.result(style, index))]
  const text = render(followed, {}, false, true) ?? render(messages, {}, false, true)
  const before = text === undefined ? undefined : between(text, words.user, words.value)
  if (text === undefined || before === undefined) return undefined
  const [, ...pieces] = text.slice(text.lastIndexOf(words.user)).split(words.value)
  const result = (pieces.at(-1) ?? '').indexOf(words.result)
  // The result follows the arguments, in a separate turn. Marks that occur there as well belong to turns.
  const after =
    result === -1
      ? (pieces.at(-1) ?? '')
      : (render(messages, {}, false, true)?.split(words.value).at(-1) ?? pieces.at(-1)!.slice(0, result))
  return { before, inner: count > 1 ? (pieces[0] ?? '') : '', after }
}
