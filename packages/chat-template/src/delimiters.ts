import { words as conversation } from './conversation.ts'
import { closerOf, type Mark, marksIn, namesThought, openerOf } from './marks.ts'
import type { ThoughtShape, ThoughtPair } from './template-facts.ts'
import type { Turns } from './turns.ts'

export interface Delimited {
  pair: ThoughtPair
  shape: ThoughtShape
}

/** Matches names of the assistant in headers. The prompt writes them, so they are no openers. */
const role = /^\s*(?:assistant|model|ai|chatbot|bot)\b/i

/** Matches the header of the assistant's next message. */
const header = /(?<!\p{L})(?:assistant|model|chatbot|bot)(?!\p{L})/iu

const mostLabelChars = 60

/** Header up to the assistant's name, with the mark around it and the line feed after it. A recipient or channel after it is a wrapper of the answer. */
const headerIn = (rest: string): string | undefined =>
  /^[^]{0,60}?(?<!\p{L})(?:assistant|model|chatbot|bot)(?!\p{L})(?:[|｜]?[>\]])?\n?/iu.exec(rest)?.[0]

/**
 * Finds the delimiters of a thought in the text that a template puts around it.
 *
 *     <|im_start|>assistant\n<think>\n|THOUGHT|\n</think>\n\n|ANSWER
 *     ╰────────── before ───────────╯         ╰── after ───╯
 *
 * @param prompts - Ends of prompts. Text with which all of them end was not written by the model.
 * @returns Undefined if nothing ends the thought.
 */
export function delimitersOf(before: string, after: string, turns: Turns, prompts: readonly string[]): Delimited | undefined {
  const opening = openingOf(before, turns, prompts)
  const closing = closingOf(after, opening.open)
  if (closing === undefined) return undefined
  const shape = header.test(closing.rest) ? messageShape(opening.open) : 'tags'
  // The end of the turn ends no thought, because the template renders the thought like the answer.
  if (shape === 'tags' && !namesThought(closing.close) && (turns.ending + turns.footer).includes(closing.close)) return undefined
  if (/tool|call|function/i.test(closing.close)) return undefined
  const { open, label } = opening
  const written = shape === 'tags' ? undefined : headerIn(closing.rest)
  return {
    pair: { open, close: closing.close, ...(label !== undefined && { label }), ...(written !== undefined && { header: written }) },
    shape,
  }
}

interface Opening {
  open: string
  label?: string
}

function openingOf(before: string, turns: Turns, prompts: readonly string[]): Opening {
  const marks = marksIn(before)
  const last = marks.at(-1)
  if (last === undefined) return { open: '' }
  const label = before.slice(last.end)
  if (!turns.marks.has(last.text)) return { open: last.text, ...labelOf(label, last.text, prompts) }
  return { open: label.trim() === '' ? composite(before, marks) : wordsBehind(label, prompts) }
}

/** Text after the opener is a label if the model writes it. Line feeds alone are not. */
function labelOf(label: string, open: string, prompts: readonly string[]): { label?: string } {
  const isWritten = !prompts.some((prompt) => prompt.endsWith(label) && !prompt.endsWith(open + label))
  return label.trim() !== '' && label.length <= mostLabelChars && isWritten ? { label } : {}
}

/**
 * Opener whose last mark belongs to the turn, so that its header names the thought: `<|channel|>analysis<|message|>`, `to=self<|message|>`,
 * `<|open|>think<|sep|>`.
 */
function composite(before: string, marks: readonly Mark[]): string {
  const last = marks.at(-1)!
  const previous = marks.at(-2)
  const name = before.slice(previous?.end ?? 0, last.start)
  const own = name.replace(role, '')
  if (own.trim() === '') return ''
  return own === name && previous !== undefined && !/^\s/.test(name) ? previous.text + name + last.text : own.trimStart() + last.text
}

/** A header without marks that the model continues to write: `/think\n`. Text with which every prompt ends is no opener. */
function wordsBehind(label: string, prompts: readonly string[]): string {
  const own = label.replace(role, '')
  return own.trim() === '' || own.length > mostLabelChars || (prompts.length > 0 && prompts.every((prompt) => prompt.endsWith(own)))
    ? ''
    : own
}

/** Matches words of the conversation that is rendered. */
const isOurs = new RegExp(Object.values(conversation).join('|'), 'i')

function closingOf(after: string, open: string): { close: string; rest: string } | undefined {
  const marks = marksIn(after)
  const first = marks[0]
  const words = after.slice(0, first?.start ?? after.length).trim()
  // A template that has lost its tags leaves only words of the conversation between the thought and a call.
  if (isOurs.test(words)) return undefined
  if (words !== '')
    return words.length <= mostLabelChars ? { close: words, rest: after.slice(after.indexOf(words) + words.length) } : undefined
  if (first === undefined) return undefined
  const [, name] = /^<[^<>]*>([^<>]+)<[^<>]*>$/.exec(open) ?? []
  const second = marks[1]
  const isComposite = name !== undefined && second !== undefined && after.slice(first.end, second.start) === name
  const end = isComposite ? second.end : first.end
  return { close: after.slice(first.start, end), rest: after.slice(end) }
}

function messageShape(open: string): ThoughtShape {
  if (/\bto=/.test(open)) return 'recipient'
  if (/^<[^<>]*>[^<>]+<[^<>]*>$/.test(open)) return 'channel'
  return open.startsWith('<') ? 'message' : 'role'
}

/** Completes a pair of which a template shows only one half. */
export function completed(pair: ThoughtPair, known: ReadonlySet<string>): ThoughtPair {
  if (pair.open !== '') return pair
  const open = openerOf(pair.close)
  return open !== undefined && closerOf(open) === pair.close && known.has(open) ? { ...pair, open } : pair
}
