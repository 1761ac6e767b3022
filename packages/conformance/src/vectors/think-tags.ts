import type { Row } from '../inputs/row.ts'

/** The used fields of a line in a think-tags vector file. */
export interface ThinkTagsVector {
  id: string
  note?: string
  family?: string
  /** In snake case, as in the file. Absent options have the file's default. */
  options: Record<string, unknown>
  /** The original pieces of the text. */
  chunks: readonly string[]
  /** `trim`: `none`, `both`, or rules joined by `+` that the splitter applies itself. */
  expected: { reasoning: string; content: string; trim: string }
  disputed?: boolean
  judged?: boolean
}

/** Whitespace that the splitter removes itself: all whitespace beside the delimiter, or (`newline1…`) exactly one line feed. */
export type TrimRule = 'beforeOpen' | 'afterOpen' | 'beforeClose' | 'afterClose' | 'newline1BeforeClose' | 'newline1AfterClose'

/** Options of a vector, including the file's defaults. Texts are literal. */
export interface VectorOptions {
  /** Empty: marker splitting, which has no opener. */
  startTag: readonly string[]
  endTag: readonly string[]
  startsInReasoning: boolean
  separator: string
  opener: 'anywhere' | 'leading'
  blocks: 'multi' | 'single'
  nesting: 'flat' | 'depth'
  orphanClose: 'literal' | 'drop' | 'reclassify'
  /** `answer` stands for the file's `content`. */
  unclosed: 'reasoning' | 'answer'
  toolOpeners: readonly string[]
  toolLookahead?: string
  startLabel?: string
  contentStrip: readonly string[]
  stripTokens: readonly string[]
  codeAware: boolean
  codeAwareReasoning: boolean
  caseInsensitive: boolean
  tagAttributes: boolean
  tagWhitespace: boolean
  markerLine?: 'start' | 'whole'
  markerOccurrence: 'first' | 'last'
  enabled: boolean
  trim: readonly TrimRule[]
}

export interface ThinkTagsRow {
  row: Row
  options: VectorOptions
  family?: string
}

/** Converts a think-tags vector to a row and the options for its adapter. */
export function fromThinkTagsVector(vector: ThinkTagsVector): ThinkTagsRow {
  const { id, note, family, chunks, expected } = vector
  const both = expected.trim === 'both'
  return {
    row: {
      name: note === undefined ? id : `${id}: ${note}`,
      input: chunks,
      expect: { reasoning: expected.reasoning, answer: expected.content },
      ...(both && { compare: { reasoning: 'trim', answer: 'trim' } }),
    },
    options: { ...readOptions(vector.options), trim: both || expected.trim === 'none' ? [] : expected.trim.split('+').map(trimRule) },
    ...(family !== undefined && { family }),
  }
}

function readOptions(given: Record<string, unknown>): Omit<VectorOptions, 'trim'> {
  const read = <Value>(key: string, fallback: Value): Value => (given[key] ?? fallback) as Value
  const optional = (key: string, name: string) => (given[key] == null ? {} : { [name]: given[key] })
  return {
    startTag: list(given['start_tag']),
    endTag: list(given['end_tag']),
    startsInReasoning: read('starts_in_reasoning', false),
    separator: read('separator', ''),
    opener: read('opener', 'anywhere'),
    blocks: read('blocks', 'multi'),
    nesting: read('nesting', 'flat'),
    orphanClose: read('orphan_close', 'literal'),
    unclosed: given['unclosed'] === 'content' ? 'answer' : 'reasoning',
    toolOpeners: read('tool_openers', []),
    ...optional('tool_lookahead', 'toolLookahead'),
    ...optional('start_label', 'startLabel'),
    contentStrip: read('content_strip', []),
    stripTokens: read('strip_tokens', []),
    codeAware: read('code_aware', false),
    codeAwareReasoning: read('code_aware_reasoning', false),
    caseInsensitive: read('case_insensitive', false),
    tagAttributes: read('tag_attributes', false),
    tagWhitespace: read('tag_whitespace', false),
    ...optional('marker_line', 'markerLine'),
    markerOccurrence: read('marker_occurrence', 'first'),
    enabled: read('enabled', true),
  }
}

const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [])

const trimRule = (rule: string): TrimRule => rule.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as TrimRule
