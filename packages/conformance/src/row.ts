import type { StreamContext, TextAdapter } from '@reason/core'
import type { BlockKind, Boundary, Channel } from '@reason/core/parts'

/** A block that is expected. A field that is not given is not compared. */
export interface ExpectedBlock {
  type: 'block'
  channel: Channel
  text: string
  kind?: BlockKind
  boundary?: Boundary
  terminator?: string
}

/** A tool call that is expected. A field that is not given is not compared; `contentType: null` demands that there is none. */
export interface ExpectedToolCall {
  type: 'tool-call'
  name: string
  arguments: string
  contentType?: string | null
  boundary?: Boundary
  terminator?: string
}

export type ExpectedPart = ExpectedBlock | ExpectedToolCall

/** What the whole text comes to. A field that is not given is not compared. */
export interface Expectation {
  /** All reasoning, blocks joined with nothing; the same for the other two channels. */
  reasoning?: string
  commentary?: string
  answer?: string
  toolCalls?: readonly (Omit<ExpectedToolCall, 'type'> & { type?: 'tool-call' })[]
  /**
   * Text of which no character but whitespace may reach a reader: the answer, commentary and tool calls must have none of them. Write it in letters
   * that the answer does not have.
   */
  hidden?: string
  /** The text format's own end of turn; `null` demands that there is none. */
  stop?: string | null
  /** False: the stream ended inside a reasoning block. */
  closed?: boolean
  /** Codes in their order. */
  warnings?: readonly string[]
}

/**
 * How a field is compared: `exact` (default), `trim` (without the whitespace at both ends), `contains` (the expected text, or the
 * expected codes, occur in it), `ignore`. For `toolCalls`, `stop` and `closed` only the first and the last mean something.
 */
export type Comparison = 'exact' | 'trim' | 'contains' | 'ignore'

/** One case: a text and what it must come to, however it is cut. Give `parts`, `expect` or both. */
export interface Row {
  /** A sentence. */
  name: string
  /** The whole text, or the pieces it once came in (which is then one more cutting to be run). */
  input: string | readonly string[]
  /** What the splitter is told about the generation. */
  context?: StreamContext
  /** For this row in place of the adapter under test: another set of options. */
  adapter?: TextAdapter
  /** Every block and call, in wire order: `[reasoning('sum'), answer('4')]`. Empty: there must be none. */
  parts?: readonly ExpectedPart[]
  expect?: Expectation
  /** Default `exact` for each. */
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
