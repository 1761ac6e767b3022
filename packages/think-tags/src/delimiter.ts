import { endsText, skipSpace, type Matcher } from './matching/matcher.ts'
import { createScanner, type Scanner } from './matching/scanner.ts'

/** Effect of a delimiter. */
export type DelimiterKind =
  | 'open'
  | 'first-open'
  | 'inner-open'
  | 'close'
  | 'stray-close'
  | 'tool'
  | 'tool-close'
  | 'answer-token'
  | 'wrapper'
  | 'answer-end'
  | 'service'
  | 'next-turn'
  | 'own-turn'
  | 'label'
  | 'answer-open'
  | 'answer-close'
  | 'prompted-tag'
  | 'tag-open'
  | 'tag-close'
  | 'late-close'
  | 'empty'

/** Whether the delimiter belongs around an answer, so that an answer follows. */
export const isWrapper = (kind: DelimiterKind): boolean =>
  kind === 'wrapper' || kind === 'answer-end' || kind === 'answer-open' || kind === 'answer-token'

export interface Delimiter {
  kind: DelimiterKind
  matcher: Matcher
  /** For openers: index of the reasoning table for their block. For tool openers: index of the tool table. */
  pair?: number
  /** For stray closers: indexes of the reasoning tables whose blocks they end. */
  ends?: readonly number[]
  /** Pattern of the text that has to precede it. */
  behind?: RegExp
  /** For stray closers: meaning if it has to be decided before the end of the text. Default: closers. */
  early?: 'closer' | 'text'
  /** For openers: without its closer, the block is no reasoning. */
  isDoubtful?: boolean
  /** For openers: pattern of the text behind which the block is reasoning all the same. */
  unlessBehind?: RegExp
  /** For openers: pattern of the text behind which the block is doubtful. */
  doubtfulBehind?: RegExp
  /** Prompted tags: the block counts only if the text ends in this. */
  endsIn?: string
}

/** The delimiters that are legal in one state. In that state all others are text. */
export interface DelimiterTable {
  readonly scanner: Scanner
  readonly delimiters: readonly Delimiter[]
}

/** @param list - Called for the first stream that reaches the state. There are dozens of tables with some hundred delimiters each, and a stream needs three. */
export function table(list: readonly Delimiter[] | (() => readonly Delimiter[])): DelimiterTable {
  let delimiters = typeof list === 'function' ? undefined : list
  let scanner: Scanner | undefined
  return {
    get delimiters() {
      return (delimiters ??= (list as () => readonly Delimiter[])())
    },
    get scanner() {
      return (scanner ??= createScanner(this.delimiters.map(({ matcher }) => matcher)))
    },
  }
}

/** Limit of consecutive tokens at the end of a text. */
const mostTokens = 4

/** Whether only tokens of this table follow. Undefined: the text is too short to decide. */
export function endsBehindTokens({ scanner }: DelimiterTable, text: string, from: number, final: boolean): boolean | undefined {
  let at = from
  for (let count = 0; count <= mostTokens; count++) {
    const ends = endsText(text, at, final)
    if (ends !== false) return ends
    const { index, end, undecided } = scanner.matchAt(text, skipSpace(text, at), final)
    if (undecided) return undefined
    if (index === -1) return false
    at = end
  }
  return false
}
