import * as z from 'zod/mini'
import { defaultLine, markerLines, type MarkerLine } from './line.ts'

export const defaultMarker = '===FINAL==='

const markerText = z.string().check(z.minLength(1, 'must not be empty'))
const trimRules = ['beforeClose', 'afterClose', 'newline1BeforeClose', 'newline1AfterClose'] as const

/** Options of the marker adapter. Markers are literal text, not patterns. */
export const markerConfig = z.strictObject({
  /** What stands between reasoning and answer; several for a model that may answer in several languages. */
  endTag: z._default(
    z.union([markerText, z.array(markerText).check(z.minLength(1, 'must not be empty'))], 'must be a text, or a list of one or more'),
    defaultMarker,
  ),
  /**
   * Where a marker counts: `whole` alone on its line, `start` at the start of a line (blanks do not matter for either), `anywhere`.
   * Default, for each marker: `whole` if it begins and ends with a sign and has no colon (`===FINAL===`), else `start` (`Final Answer:`).
   */
  markerLine: z.optional(z.enum(markerLines)),
  /** `last`: a later marker takes the place of an earlier one, so that what follows a marker waits for the end of the text. */
  markerOccurrence: z._default(z.enum(['first', 'last']), 'first'),
  /** By code unit: `ß` and `SS` stay different. */
  caseInsensitive: z._default(z.boolean(), false),
  /**
   * What a text without a marker is. `answer`: the text waits for its marker, and is the answer if none comes. `reasoning`: it streams
   * as reasoning at once, and stays that.
   */
  unclosed: z._default(z.enum(['answer', 'reasoning']), 'answer'),
  /** Most UTF-16 units that wait. What waits beyond that becomes reasoning for good; a marker still counts. Integer, 0 or more. */
  maxHeldChars: z._default(z.int().check(z.nonnegative('must be 0 or more')), 65_536),
  /** What a clock may do with text that waits. `wait`: nothing, so that the result does not hang on time. `reasoning`: make it that. */
  onTimeout: z._default(z.enum(['wait', 'reasoning']), 'wait'),
  /** Whitespace that is taken away beside the marker: all of it, or exactly one line feed. */
  trim: z._default(z.array(z.enum(trimRules)), []),
})

/** What the code reads. */
export type MarkerConfig = z.output<typeof markerConfig>

/** What a user writes. */
export type MarkerOptions = z.input<typeof markerConfig>

export interface Marker {
  text: string
  line: MarkerLine
}

/** The markers with their line rules, one by one. */
export const markersOf = ({ endTag, markerLine }: Pick<MarkerConfig, 'endTag' | 'markerLine'>): Marker[] =>
  (typeof endTag === 'string' ? [endTag] : endTag).map((text) => ({ text, line: markerLine ?? defaultLine(text) }))
