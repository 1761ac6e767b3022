/** A piece of text that looks like a token or a tag, and unlike prose. */
export interface Mark {
  text: string
  /** Start and end in the searched text. */
  start: number
  end: number
}

/** Patterns of tokens that prose never contains: `<|…|>`, `<｜…｜>`, `<|…>`, `<…|>`, `<[…]>`, `[THINK]`, `[[THINK]]`, `◁think▷`, `[e~[`, `[unused16]`. */
const special = [
  '<[|｜][^<>|｜\\s][^<>|｜\\n]{0,60}[|｜]>',
  '<\\|[\\w:./-]{1,60}>',
  '<[\\w:./-]{1,60}\\|>',
  '<\\[[\\w:./-]{1,60}\\]>',
  '\\[{1,2}/?[A-Z][A-Z_]*(?: [A-Z_]+){0,4}\\]{1,2}',
  '\\[unused\\d+\\]',
  '\\[\\|[^\\[\\]|\\n]{1,60}\\|\\]',
  '[◁⟨⟦⟪]/?\\w+[▷⟩⟧⟫]',
  '\\[\\w{0,8}~!?\\w{0,8}[\\[\\]]',
  '\\]~!?\\w{0,8}[\\[\\]]',
  '\\]<\\][\\w:]{1,40}\\[>\\[',
].join('|')

/** Pattern of tags with ordinary names: `<think>`, `</seed:think>`, `<ifm|think>`, `<｜DSML｜invoke name="f">`. */
const tag = '(?:\\]<\\][\\w:]{1,40}\\[>\\[)?<{1,2}/?(?:[|｜]\\w{1,40}[|｜])?[ \\t]?[A-Za-z_][\\w:|.-]{0,60}(?:[ =][^<>\\n]{0,200})?>{1,2}'

const pattern = new RegExp(`${tag}|${special}`, 'g')
const specialPattern = new RegExp(`^(?:${special}|<｜.*)$`)

export function marksIn(text: string): Mark[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ text: found, start: index, end: index + found.length }))
}

export const markTexts = (text: string): string[] => marksIn(text).map((mark) => mark.text)

/** Whether no prose can contain the mark, so that it may be removed anywhere. */
export const isSpecial = (mark: string): boolean => specialPattern.test(mark)

/** Whether a mark closes: `</think>`, `[/THINK]`, `<|END_THINKING|>`, `<channel|>`, `<|think:end|>`, `<|inner_suffix|>`. */
export const isCloser = (mark: string): boolean =>
  /^(?:<{1,2}[|｜]?|\[{1,2}|[◁⟨⟦⟪]|\][^ ]*\[<)\//.test(mark) ||
  /(?:^|[^A-Za-z])(?:end|close|suffix)(?:[^A-Za-z]|$)/i.test(mark) ||
  /^<[\w:]+\|>$/.test(mark)

/** The closer for an opener, by its spelling. Undefined if the spelling does not show it. */
export function closerOf(open: string): string | undefined {
  if (isCloser(open)) return undefined
  const swapped = swap(open, [
    ['begin', 'end'],
    ['start', 'end'],
    ['open', 'close'],
    ['prefix', 'suffix'],
  ])
  if (swapped !== undefined) return swapped
  if (/^<{1,2}[|｜]?[\w]/.test(open) && !/^<\|[^|]*>$/.test(open) && !/[|｜]>$/.test(open)) return open.replace(/^<+/, '$&/')
  if (/^(?:\[{1,2}|[◁⟨⟦⟪])\w/.test(open)) return open.replace(/^\W+/, '$&/')
  return /^<\|[^|]*>$/.test(open) ? `${open.replace('<|', '<').slice(0, -1)}|>` : undefined
}

export function openerOf(close: string): string | undefined {
  if (/^(?:<{1,2}[|｜]?|\[{1,2}|[◁⟨⟦⟪])\//.test(close)) return close.replace('/', '')
  return swap(close, [
    ['end', 'begin'],
    ['end', 'start'],
    ['close', 'open'],
    ['suffix', 'prefix'],
  ])
}

function swap(mark: string, pairs: readonly (readonly [string, string])[]): string | undefined {
  for (const [from, to] of pairs) {
    const found = new RegExp(`(?<![A-Za-z])${from}(?![A-Za-z])`, 'i').exec(mark)
    if (found !== null) return mark.replace(found[0], found[0] === found[0].toUpperCase() ? to.toUpperCase() : to)
  }
  return undefined
}

/** The closer of a composite in a text: `<|close|>tools<|sep|>` for `<|open|>tools<|sep|>`. */
export function compositeCloser(open: string, text: string): string | undefined {
  const [, name] = /^<[^<>]*>([^<>]+)<[^<>]*>$/.exec(open) ?? []
  const marks = marksIn(text)
  const at = name === undefined ? -1 : marks.findIndex((mark, index) => text.slice(mark.end, marks[index + 1]?.start ?? mark.end) === name)
  return at === -1 ? undefined : text.slice(marks[at]!.start, marks[at + 1]!.end)
}

/** Whether the name of a mark suggests a thought. */
export const namesThought = (mark: string): boolean =>
  /think|thought|reason|analysis|reflect|deliberat|inner|scratch|\bcot\b/i.test(mark) && !/tool|effort|function/i.test(mark)

/** Whether the name of a mark suggests an answer. */
export const namesAnswer = (mark: string): boolean =>
  /^(?:<\|?\/?|\[\/?)(?:(?:START|END|BEGIN)[_ ])?(?:response|answer|final|output|solution|FINAL RESPONSE)\b/i.test(mark)
