import { assertRow } from '../runs/assert-row.ts'
import type { Row } from '../inputs/row.ts'
import { fromHarmonyVector, type HarmonyVector } from './harmony.ts'
import { fromThinkTagsVector, type ThinkTagsVector, type VectorOptions } from './think-tags.ts'

type Line = Record<string, unknown>

/** A row of the kit with its adapter. */
export interface VectorCase {
  row: Row
  /** Absent: the line names no adapter. */
  adapter?: 'think-tags' | 'harmony'
  options: Record<string, unknown>
}

/**
 * Reads a line of a vector file in any of its three formats: think-tags, Harmony, a row of the kit.
 *
 * @returns Undefined for any other line.
 * @throws {TypeError} For a row with a field of another type.
 */
export function toVectorCase(line: Line): VectorCase | undefined {
  if (isThinkTags(line)) {
    const { row, options } = fromThinkTagsVector(line)
    const longestDelimiter = longestDelimiterOf(options, line.chunks.join(''))
    return { row: { ...row, longestDelimiter }, adapter: 'think-tags', options: thinkTagsOptions(options) }
  }
  if (isHarmony(line)) {
    const { row, options } = fromHarmonyVector(line)
    return { row, adapter: 'harmony', options }
  }
  if (!isRow(line)) return undefined
  assertRow(line)
  return { row: line, options: {} }
}

/** Converts a vector's options to think-tags options, in which `null` means no opening tag at all. */
const thinkTagsOptions = ({ startTag, ...options }: VectorOptions): Record<string, unknown> => ({
  ...options,
  startTag: startTag.length === 0 ? null : startTag,
})

/**
 * Limit of held text for a vector, in UTF-16 units: its longest delimiter with adjacent whitespace, which may still have to be trimmed. A tag with
 * attributes may have any length.
 */
function longestDelimiterOf(options: VectorOptions, input: string): number {
  if (options.tagAttributes) return Math.max(1, input.length)
  const { startTag, endTag, toolOpeners, contentStrip, stripTokens, startLabel = '', toolLookahead = '' } = options
  const delimiters = [...startTag, ...endTag, ...toolOpeners, ...contentStrip, ...stripTokens]
  const whitespace = Math.max(0, ...(input.match(/\s+/g) ?? []).map((run) => run.length))
  return Math.max(...delimiters.map((text) => text.length)) + startLabel.length + toolLookahead.length + whitespace
}

const isThinkTags = (line: Line): line is Line & ThinkTagsVector =>
  Array.isArray(line['chunks']) && isObject(line['options']) && isObject(line['expected'])

const isHarmony = (line: Line): line is Line & HarmonyVector =>
  isObject(line['expected']) && typeof line['expected']['analysis'] === 'string'

const isRow = (line: Line): line is Line & Row =>
  typeof line['name'] === 'string' && 'input' in line && ('expect' in line || 'parts' in line)

const isObject = (value: unknown): value is Line => typeof value === 'object' && value !== null
