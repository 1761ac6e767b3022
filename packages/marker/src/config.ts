import * as z from 'zod/mini'
import { defaultLine, markerLines, type MarkerLine } from './line.ts'

export const defaultMarker = '===FINAL==='

const markerText = z.string().check(z.minLength(1, 'must not be empty'))
const trimRules = ['beforeClose', 'afterClose', 'newline1BeforeClose', 'newline1AfterClose'] as const

/** Options of the marker adapter. Markers are literal text, not patterns. */
export const markerConfig = z.strictObject({
  /** Marker between reasoning and answer. Several for a model that may answer in several languages. */
  endTag: z._default(
    z.union([markerText, z.array(markerText).check(z.minLength(1, 'must not be empty'))], 'must be a text, or a list of one or more'),
    defaultMarker,
  ),
  /**
   * Where a marker counts: `whole` alone on its line, `start` at the start of a line (both ignore blanks), `anywhere`. Default, for each marker: `whole`
   * if it begins and ends with a sign and has no colon (`===FINAL===`), else `start` (`Final Answer:`).
   */
  markerLine: z.optional(z.enum(markerLines)),
  /** `last`: a later marker replaces an earlier one, so text after a marker is held until the end of the text. */
  markerOccurrence: z._default(z.enum(['first', 'last']), 'first'),
  /** Compares by code unit, so `ß` and `SS` stay different. */
  caseInsensitive: z._default(z.boolean(), false),
  /**
   * Meaning of a text without a marker. `answer`: the text is held for its marker, and is the answer if none comes. `reasoning`: the text streams as
   * reasoning at once, and stays reasoning.
   */
  unclosed: z._default(z.enum(['answer', 'reasoning']), 'answer'),
  /** Limit of held text, in UTF-16 units. Text beyond it becomes reasoning permanently, but a marker still counts. Integer, 0 or more. */
  maxHeldChars: z._default(z.int().check(z.nonnegative('must be 0 or more')), 65_536),
  /** Effect of a timeout on held text. `wait`: none, so that the result does not depend on time. `reasoning`: the text becomes reasoning. */
  onTimeout: z._default(z.enum(['wait', 'reasoning']), 'wait'),
  /** Whitespace to remove beside the marker: all of it, or exactly one line feed. */
  trim: z._default(z.array(z.enum(trimRules)), []),
})

/** Validated options. */
export type MarkerConfig = z.output<typeof markerConfig>

/** Options as users write them. */
export type MarkerOptions = z.input<typeof markerConfig>

export interface Marker {
  text: string
  line: MarkerLine
}

/** The markers, each with its line rule. */
export const markersOf = ({ endTag, markerLine }: Pick<MarkerConfig, 'endTag' | 'markerLine'>): Marker[] =>
  (typeof endTag === 'string' ? [endTag] : endTag).map((text) => ({ text, line: markerLine ?? defaultLine(text) }))
