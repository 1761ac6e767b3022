import type { DeltaPart } from '@reason/core/parts'
import { commonDelimiters, readyDelimiters } from './delimiters.ts'
import type { MakeStep, PolicyStep } from './step.ts'

const { closers: pairs } = readyDelimiters(commonDelimiters)
/** Tokens of makers who are not known yet, and those that end a turn. */
const moreOpeners = ['<|think|>', '<|thinking|>', '<|thought|>', '<|reasoning|>']
const moreClosers = [...moreOpeners.map((opener) => opener.replace('|', '|/')), '<|im_end|>', '<|eot_id|>', '<|end|>', '</s>']
const openers = [...pairs.keys(), ...moreOpeners].toSorted((a, b) => b.length - a.length)
const closers = [...new Set([...pairs.values(), ...moreClosers].flat())].toSorted((a, b) => b.length - a.length)
const closerFirsts = [...new Set(closers.map((closer) => closer.charAt(0)))]
const mayClose = new RegExp(`[${closerFirsts.map((first) => `\\${first}`).join('')}]`)

/** Limit of whitespace that is held at an end of the field, in UTF-16 units. */
const mostBlanks = 64

/**
 * Removes tags from the ends of a reasoning field, which its server cut beside the tags instead of at them.
 *
 *     <think>2+2</think>   2+2</think>   <think>2+2
 *     ^^^^^^^   ^^^^^^^^      ^^^^^^^^   ^^^^^^^
 *
 * Tags elsewhere are part of the thought.
 */
export const fieldTagsStep: MakeStep = (emit, { of }) => {
  /** The open block of the field. */
  let field: number | undefined
  /** Held text, and the part that it belongs to. */
  let held = ''
  let heldOf: DeltaPart | undefined
  /** The beginning of the field is decided. */
  let begun = false
  /** Whitespace after the opener is removed with it. */
  let isBehindOpener = false

  const step: PolicyStep = (part) => {
    if (part.type === 'delta' && part.block === field && part.inserted !== true) return read(part)
    const ends = part.type === 'block-end' && part.block === field
    if (held !== '') release(ends)
    if (ends) field = undefined
    else if (part.type === 'block-start' && part.channel === 'reasoning' && part.from === undefined && (part.kind ?? 'raw') === 'raw') {
      field = part.block
      begun = isBehindOpener = false
    }
    emit(part)
  }
  step.passes = passes
  return step

  function passes({ block, text }: DeltaPart): boolean {
    return block !== field || (begun && !isBehindOpener && held === '' && !mayClose.test(text))
  }

  function read(part: DeltaPart): void {
    heldOf = part
    let text = held + part.text
    held = ''
    if (!begun) {
      const lead = text.trimStart()
      const blanks = text.length - lead.length
      if (blanks <= mostBlanks && openers.some((opener) => lead.length < opener.length && opener.startsWith(lead))) {
        held = text
        return
      }
      const opener = openers.find((one) => lead.startsWith(one))
      begun = true
      isBehindOpener = opener !== undefined
      if (opener !== undefined) {
        take(text.slice(0, blanks + opener.length))
        text = lead.slice(opener.length)
      }
    }
    if (isBehindOpener && text !== '') {
      const rest = text.trimStart()
      if (rest.length < text.length) take(text.slice(0, text.length - rest.length))
      if (rest === '') return
      isBehindOpener = false
      text = rest
    }
    const at = Math.max(...closerFirsts.map((first) => text.lastIndexOf(first)))
    if (at !== -1 && mayBeCloser(text.slice(at))) {
      held = text.slice(at)
      text = text.slice(0, at)
    }
    pass(text)
  }

  function release(isEnd: boolean): void {
    const text = held
    held = ''
    if (isEnd && begun && closers.includes(text.trim())) take(text)
    else pass(text)
  }

  function pass(text: string): void {
    if (text !== '') emit(text === heldOf!.text ? heldOf! : { ...heldOf!, text })
  }

  function take(text: string): void {
    emit({ type: 'markup', text, of: 'delimiter', ...of })
  }
}

function mayBeCloser(text: string): boolean {
  const word = text.trimEnd()
  return text.length - word.length <= mostBlanks && closers.some((closer) => closer === word || (word === text && closer.startsWith(word)))
}
