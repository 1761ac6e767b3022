import { type CodeSpans, createCodeSpans } from '../code-spans.ts'
import type { HeldText } from '../held-text.ts'
import { createJsonSpans } from '../json-spans.ts'
import { type Line, newLine } from '../lines.ts'
import type { Markdown } from '../markdown.ts'
import type { Protocol } from '../protocol.ts'
import type { DecidedStart } from '../start.ts'
import { type State, keptBackIn } from '../states.ts'
import type { Table } from '../tables.ts'
import type { UnitClasses } from '../unit-classes.ts'
import { type TagChannel, type Writer, newWriter, writeMarkup } from '../writer.ts'

/**
 * Splits tagged text (states.ts says what the names mean):
 *
 *     echo ──text──▶ inside ──closer──▶ lead ──text──▶ answer
 *       └──opener──▶ label ▲ │                 │              │
 *                      └───┘ ├──────────────◀── opener ◀──────┘
 *                            └──tool opener──▶ tool ──its end──▶ answer
 *
 * The network may cut a delimiter anywhere, so each push holds the longest tail that could still grow into one of those
 * that are legal in the state (tables.ts).
 *
 * A record and functions over it: the closures of each message cost more than a short message itself.
 */
export interface Machine extends Readonly<MachineOptions> {
  readonly protocol: Protocol
  /** What reads on in each state. */
  readonly steps: Readonly<Record<State, Step>>
  readonly writer: Writer
  readonly code: CodeSpans
  state: State
  /** What is legal now. */
  table: Table
  /** The tail that could still become a delimiter. */
  held: string
  /** Which closers end the block, and which the call. */
  pair: number
  tool: number
  /** Where the call begins among what is deferred. */
  callAt: number
  /** How many openers wait for their closers (`nesting: 'depth'`). */
  depth: number
  /** The block's opener was never seen: its closer made it reasoning. */
  orphaned: boolean
  /** The block is reasoning only if its own closer comes. */
  isDoubtful: boolean
  /** A tool call cut the last block off, so that the next message may go on with it. */
  interrupted: boolean
  /** Where an answer goes on behind a tool call. */
  afterTool: State
  /** Where to go on when it is known whether a code span closes. */
  afterQuote: State
  candidate: Candidate | undefined
  /** A closer has waited in vain to be the last of its block: no other one waits. */
  hasRefused: boolean
  /** One of the text was its last, as all others of their kind are then: to wait again and again would be quadratic. */
  hasAccepted: boolean
  /** A closer has counted, of a block or of text that nothing opened. */
  hasClosed: boolean
  /** The closer that is read stands in quotation marks, and the client may not see reasoning. */
  isQuoted: boolean
  /** Openers of other tags in the block, by the tables that their blocks would be read with. */
  inner: number[]
  /** The last piece of text, and the one before it where that is one unit long. */
  latest: string
  earlier: string
  line: Line | undefined
  /** The line that text in doubt began on. */
  doubtLine: Line | undefined
  /** A delimiter has counted, and a token that begins an answer has. */
  begun: boolean
  hasAnswerToken: boolean
  /** The answer has more than whitespace. */
  hasAnswer: boolean
  /** The text ended in a service token: no server has split it. */
  isRaw: boolean
  ended: boolean
  /** Text without any of these units can go out as it came, to this block and channel. */
  passing: UnitClasses | undefined
  passingBlock: number
  passingChannel: TagChannel
  passingKeepsBack: boolean
  /** Where code is in it, if that makes a difference. */
  passingMarkdown: Markdown | undefined
  /** It is JSON. */
  passingIsJson: boolean
  /** Text that was taken back is read again: what it says of calls is settled. */
  isReadAgain: boolean
}

/** Reads text from a place on. @returns Where the next step goes on: the end of the text where the rest is held. */
export type Step = (machine: Machine, text: string, at: number, final: boolean) => number

/**
 * What may end the thought, the line it ended on, and what has come behind it.
 *
 *     closer           `</think>`
 *     lost-closer      `think>`: a closer without its marks. It is text if nothing but whitespace follows.
 *     answer-opener    `<answer>`: it ends the thought, and begins the answer.
 *     own-turn         the model has ended its message, and begins another: the same, if that has text
 *     next-turn        it goes on with what others would say, which is left out
 */
export interface Candidate {
  tag: string
  line: Line | undefined
  behind: HeldText
  /** What it becomes if it has to be decided too early. Undefined: as configured. */
  early?: 'closer' | 'text'
  kind: 'closer' | 'lost-closer' | 'answer-opener' | 'own-turn' | 'next-turn'
}

export interface MachineOptions {
  /** A closer before anything else tells nothing of what follows it. */
  mayStartEmpty: boolean
  /** Who asked may not see reasoning: a call inside a thought is held until it is known that the thought does not go on behind it. */
  guarded: boolean
  /**
   * Of a text that is read as a whole: whether a block that never closes is its answer, unless it has another one, was cut off, or ends in a token of
   * the model's. Undefined: as configured.
   */
  mayBeAnswer: boolean | undefined
  /** It is a thought if it ends in a token of the model's. */
  rawIsThought: boolean
  /**
   * Nothing proves where the text began: a closer that nothing opened says that what was shown was reasoning, unless it stands in quotation marks.
   */
  isGuess: boolean
  /** A grammar binds the answer. */
  hasGrammar: boolean
  /** A closer in quotation marks may have closed a thought: the client may not see one, and no server says that none was open. */
  quotesHide: boolean
  /** The wire has brought reasoning in a field. */
  isSplit: boolean
}

export function newMachine(
  protocol: Protocol,
  { orphaned }: DecidedStart,
  { mayStartEmpty, guarded, mayBeAnswer, rawIsThought, isGuess, hasGrammar, quotesHide, isSplit }: MachineOptions,
  steps: Machine['steps'],
): Machine {
  const { config, tables } = protocol
  const code = createCodeSpans(config)
  return {
    protocol,
    steps,
    mayStartEmpty,
    guarded,
    mayBeAnswer,
    rawIsThought,
    isGuess,
    hasGrammar,
    quotesHide,
    isSplit,
    writer: newWriter(config.separator),
    code: hasGrammar ? createJsonSpans(code, config, !guarded) : code,
    state: 'verbatim',
    table: tables.verbatim,
    held: '',
    pair: tables.promptPair,
    tool: 0,
    callAt: 0,
    depth: 1,
    orphaned,
    isDoubtful: false,
    interrupted: false,
    afterTool: 'answer',
    afterQuote: 'answer',
    candidate: undefined,
    hasRefused: false,
    hasAccepted: false,
    hasClosed: isSplit,
    isQuoted: false,
    inner: [],
    latest: '',
    earlier: '',
    line: config.markerLine && newLine(),
    doubtLine: undefined,
    begun: false,
    hasAnswerToken: false,
    hasAnswer: false,
    isRaw: false,
    ended: false,
    passing: undefined,
    passingBlock: -1,
    passingChannel: 'answer',
    passingKeepsBack: false,
    passingMarkdown: undefined,
    passingIsJson: false,
    isReadAgain: false,
  }
}

export function enter(machine: Machine, next: State): void {
  const { writer } = machine
  const { config, drop } = machine.protocol
  machine.state = next
  if (next !== 'label' && next !== 'quoted') machine.table = tableOf(machine, next)
  writer.keeping = keptBackIn(next, config, drop)
}

function tableOf({ protocol: { tables }, pair, tool }: Machine, state: Exclude<State, 'label' | 'quoted'>): Table {
  return state === 'inside'
    ? tables.inside[pair]!
    : state === 'opened'
      ? tables.opened[pair]!
      : state === 'tool'
        ? tables.tools[tool]!
        : tables[state]
}

export function mark(machine: Machine, tag: string): void {
  const { writer } = machine
  writeMarkup(writer, tag, 'delimiter')
}
