import type { StreamContext, TextAdapter } from '@reason/core'
import type { BlockKind, Boundary, Channel } from '@reason/core/parts'

/** An expected block. Absent fields are not compared. */
export interface ExpectedBlock {
  type: 'block'
  channel: Channel
  text: string
  kind?: BlockKind
  boundary?: Boundary
  terminator?: string
}

/** An expected tool call. Absent fields are not compared. `contentType: null` requires that there is none. */
export interface ExpectedToolCall {
  type: 'tool-call'
  name: string
  arguments: string
  contentType?: string | null
  boundary?: Boundary
  terminator?: string
}

export type ExpectedPart = ExpectedBlock | ExpectedToolCall

/** Expected result of the whole text. Absent fields are not compared. */
export interface Expectation {
  /** All reasoning blocks, joined without a separator. The same applies to the other two channels. */
  reasoning?: string
  commentary?: string
  answer?: string
  toolCalls?: readonly (Omit<ExpectedToolCall, 'type'> & { type?: 'tool-call' })[]
  /** Text of which no character except whitespace may be visible in the answer, commentary and tool calls. Use letters that the answer does not contain. */
  hidden?: string
  /** The text format's own end of turn. `null` requires that there is none. */
  stop?: string | null
  /** False: the stream ended inside a reasoning block. */
  closed?: boolean
  /** Codes in order. */
  warnings?: readonly string[]
}

/**
 * How a field is compared: `exact` (default), `trim` (without whitespace at both ends), `contains` (the field contains the expected text or codes),
 * `ignore`. `toolCalls`, `stop` and `closed` support only the first and the last.
 */
export type Comparison = 'exact' | 'trim' | 'contains' | 'ignore'

/** A test case: a text and its expected result in every cutting. Specify `parts`, `expect` or both. */
export interface Row {
  /** A sentence that describes the case. */
  name: string
  /** The whole text, or its original pieces, which are tested as one more cutting. */
  input: string | readonly string[]
  /** Context of the generation for the splitter. */
  context?: StreamContext
  /** Replaces the adapter under test, to use other options. */
  adapter?: TextAdapter
  /** Every block and call, in wire order: `[reasoning('sum'), answer('4')]`. Empty: there must be none. */
  parts?: readonly ExpectedPart[]
  expect?: Expectation
  /** Comparison by field. Default `exact`. */
  compare?: Partial<Record<keyof Expectation, Comparison>>
  /** Overrides the option of the same name. */
  longestDelimiter?: number
}

type BlockDetails = Partial<Omit<ExpectedBlock, 'type' | 'channel' | 'text'>>

const block =
  (channel: Channel) =>
  (text: string, details: BlockDetails = {}): ExpectedBlock => ({ type: 'block', channel, text, ...details })

export const reasoning = block('reasoning')
export const commentary = block('commentary')
export const answer = block('answer')

/** @param args - Verbatim, as the model wrote them. */
export const toolCall = (
  name: string,
  args: string,
  details: Partial<Omit<ExpectedToolCall, 'type' | 'name' | 'arguments'>> = {},
): ExpectedToolCall => ({ type: 'tool-call', name, arguments: args, ...details })

export const inputText = (row: Pick<Row, 'input'>): string => (typeof row.input === 'string' ? row.input : row.input.join(''))
