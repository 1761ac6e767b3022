import type { DeltaPart, MarkupPart, WarningPart } from '@reason/core/parts'
import { commonDelimiters, readyDelimiters } from '../text/delimiters.ts'
import type { MakeStep, PolicyStep } from '../chain/step.ts'

/** Limit of whitespace that is held at an end of the field, in UTF-16 units. */
const mostBlanks = 64

const { closers: pairs } = readyDelimiters(commonDelimiters)
/** Other names of common tags, and tokens of makers who are not known yet. Then tokens that end a turn, and those before a call that the server took out. */
const moreOpeners = ['<thought>', '<reasoning>', '<|think|>', '<|thinking|>', '<|thought|>', '<|reasoning|>']
/** Gemma's label, and the line that Gemini writes between two summaries. */
const labels = ['thought\n', '```thinking\n']
const callTokens = '<|tool_calls_section_begin|> <｜tool▁calls▁begin｜> <tool_call> <minimax:tool_call> <|tool_call> <|tool_call'
const turnTokens = '<|im_end|> <|eot_id|> <|end|> </s>'
const moreClosers = [...moreOpeners.map((opener) => opener.replace(/^<\|?/, '$&/')), ...turnTokens.split(' '), ...callTokens.split(' ')]
const openers = [...pairs.keys(), ...moreOpeners, ...labels].toSorted((a, b) => b.length - a.length)
const closers = [...new Set([...pairs.values(), ...moreClosers].flat())].toSorted((a, b) => b.length - a.length)
/** Length of the longest closer with whitespace, in UTF-16 units. */
const longestEnd = Math.max(...closers.map(({ length }) => length)) + mostBlanks
const closerFirsts = [...new Set(closers.map((closer) => closer.charAt(0)))]
const mayClose = new RegExp(`[${closerFirsts.map((first) => `\\${first}`).join('')}]`)

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
  /** Parts behind held text that a client does not read as text: a removed service token, with its warning. */
  let behind: (MarkupPart | WarningPart)[] = []
  /** The beginning of the field is decided. */
  let begun = false
  /** Whitespace after the opener is removed with it. */
  let isBehindOpener = false

  const step: PolicyStep = (part) => {
    if (part.type === 'delta' && part.block === field && part.inserted !== true) return read(part)
    if ((part.type === 'markup' || part.type === 'warning') && held !== '' && behind.length < mostBehind) return void behind.push(part)
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
    if (behind.length > 0) release(false)
    heldOf = part
    let text = held + part.text
    held = ''
    if (!begun) {
      const lead = text.trimStart()
      const blanks = text.length - lead.length
      const mayOpen = blanks <= mostBlanks
      if (mayOpen && openers.some((opener) => lead.length < opener.length && opener.startsWith(lead))) {
        held = text
        return
      }
      const opener = mayOpen ? openers.find((one) => lead.startsWith(one)) : undefined
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
    const at = mayClose.test(text) ? Math.max(...closerFirsts.map((first) => text.lastIndexOf(first))) : -1
    if (at !== -1 && mayBeCloser(text.slice(at))) {
      const from = closersFrom(text, at)
      held = text.slice(from)
      text = text.slice(0, from)
    }
    pass(text)
  }

  function release(isEnd: boolean): void {
    const text = held
    held = ''
    if (isEnd && begun && isClosers(text)) take(text)
    else pass(text)
    for (const part of behind.splice(0)) emit(part)
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

/** Most closers that are removed from the end of a field. */
const mostClosers = 4

/** Most parts that wait behind held text. */
const mostBehind = 16

/** Returns where the closers begin that stand directly before a place. */
function closersFrom(text: string, place: number): number {
  let from = place
  for (let count = 1; count < mostClosers; count++) {
    const beside = text.slice(Math.max(0, from - longestEnd), from)
    const before = beside.trimEnd()
    const closer = beside.length - before.length > mostBlanks ? undefined : closers.find((one) => before.endsWith(one))
    if (closer === undefined) break
    from = text.lastIndexOf(closer, from - closer.length)
  }
  return from
}

/** Whether a text that is not blank consists of closers and whitespace. */
function isClosers(text: string): boolean {
  let rest = text.trim()
  for (let count = 0; count < mostClosers && rest !== ''; count++) {
    const closer = closers.find((one) => rest.endsWith(one))
    if (closer === undefined) return false
    rest = rest.slice(0, -closer.length).trimEnd()
  }
  return rest === ''
}
