import { type CodeSpans, createCodeSpans } from '../output/code-spans.ts'
import type { HeldText } from '../output/held-text.ts'
import { createJsonSpans } from '../output/json-spans.ts'
import { type LineState, newLine } from '../matching/lines.ts'
import type { Markdown } from '../matching/markdown.ts'
import type { Protocol } from '../protocol.ts'
import type { DecidedStart } from '../start.ts'
import { type TagState, keptBackIn } from '../states.ts'
import type { DelimiterTable } from '../delimiter.ts'
import type { UnitClasses } from '../matching/unit-classes.ts'
import type { Mention } from './mention.ts'
import { type TagChannel, type Writer, newWriter, writeMarkup } from '../output/writer.ts'

/**
 * Splits tagged text (states.ts defines the states):
 *
 *     echo ──text──▶ inside ──closer──▶ lead ──text──▶ answer
 *       └──opener──▶ label ▲ │                 │              │
 *                      └───┘ ├──────────────◀── opener ◀──────┘
 *                            └──tool opener──▶ tool ──its end──▶ answer
 *
 * The network may cut a delimiter anywhere. Each push holds the longest tail that may still grow into a delimiter that the state allows
 * (tables.ts).
 *
 * A record with functions over it, because the closures of each message cost more than a short message itself.
 */
export interface TagMachine extends Readonly<MachineOptions> {
  readonly protocol: Protocol
  /** Reading function of each state. */
  readonly steps: Readonly<Record<TagState, MachineStep>>
  readonly writer: Writer
  /** Code of the text, and of the current place: in a call, strings of its JSON are code. */
  readonly spans: CodeSpans
  code: CodeSpans
  state: TagState
  /** Delimiters that are legal now. */
  table: DelimiterTable
  /** The tail that may still become a delimiter. */
  held: string
  /** Table of the closers that end the block, and of those that end the call. */
  pair: number
  tool: number
  /** Index of the call in the deferred parts. */
  callAt: number
  /** Number of openers that wait for their closers (`nesting: 'depth'`). */
  depth: number
  /** The block's opener was never seen: only its closer made it reasoning. */
  orphaned: boolean
  /** The block is reasoning only if its own closer comes. */
  isDoubtful: boolean
  /** The opener of the block may be a mention. */
  mention: Mention | undefined
  /** The text began with a closer, and no thought has begun since. */
  startedEmpty: boolean
  /** A tool call cut the last block off, so the next message may continue it. */
  interrupted: boolean
  /** State after a tool call in an answer. */
  afterTool: TagState
  /** State to resume once it is known whether a code span closes. */
  afterQuote: TagState
  candidate: StartCandidate | undefined
  /** A closer turned out not to be the last of its block, so no other one is tried. */
  hasRefused: boolean
  /** A closer was accepted as the last one. Later closers of its kind are accepted at once, because trying each of them would be quadratic. */
  hasAccepted: boolean
  /** A closer has counted, of a block or without an opener. */
  hasClosed: boolean
  /** The current closer is in quotation marks, and the client may not see reasoning. */
  isQuoted: boolean
  /** The answer has shown an opener with text behind it, so the next closer belongs to it. */
  showsOpener: boolean
  /** A quotation in the thought has begun with an opener, so the next closer is quoted, too. */
  quotesOpener: boolean
  /** Openers of other tags in the block, as indexes of their blocks' tables. In an answer: openers of its wrapper that it shows. */
  inner: number[]
  /** The end of the text: at least `quotedChars` units if available. */
  latest: string
  line: LineState | undefined
  /** State of the line on which doubtful text began. */
  doubtLine: LineState | undefined
  /** Whether any delimiter has counted, and whether an answer token has. */
  begun: boolean
  hasAnswerToken: boolean
  /** The answer has more than whitespace. */
  hasAnswer: boolean
  /** The text ended in a service token, so no server has split it. */
  isRaw: boolean
  ended: boolean
  /** Text without any of these units passes unchanged, to this block and channel. */
  passing: UnitClasses | undefined
  passingBlock: number
  passingChannel: TagChannel
  passingKeepsBack: boolean
  /** Code state of the passing text, if code makes a difference. */
  passingMarkdown: Markdown | undefined
  /** The passing text is JSON. */
  passingIsJson: boolean
  /** Withdrawn text is being read again, so its calls are settled. */
  isReadAgain: boolean
}

/** Reads text from an index on. @returns The index for the next step: the end of the text if the rest is held. */
export type MachineStep = (machine: TagMachine, text: string, at: number, final: boolean) => number

/**
 * A possible end of the thought, with its line, and the text after it.
 *
 *     closer           `</think>`
 *     lost-closer      `think>`: a closer without its marks. Text if only whitespace follows.
 *     answer-opener    `<answer>`: ends the thought, and begins the answer.
 *     prompted-tag     `<answer>` from a prompt: the answer begins with it, if the text ends in its closer
 *     own-turn         the model ended its message and begins another, which is the answer if it has text
 *     next-turn        the model continues with turns of other roles, which are left out
 */
export interface StartCandidate {
  tag: string
  line: LineState | undefined
  behind: HeldText
  /** Meaning if it has to be decided early. Undefined: as configured. */
  early?: 'closer' | 'text'
  kind: 'closer' | 'lost-closer' | 'answer-opener' | 'prompted-tag' | 'own-turn' | 'next-turn'
  /** Code in the text after a closer that may belong to a second opener. In code nothing closes. */
  code?: Markdown | undefined
  /** A closer of the thought was in that code. */
  isDoubted?: boolean
  /** Prompted tags: what the text has to end in. */
  endsIn?: string | undefined
}

export interface MachineOptions {
  /** A closer before any text does not decide the channel of later text. */
  mayStartEmpty: boolean
  /** The client may not see reasoning: a call inside a thought is held until it is known that the thought does not continue after it. */
  guarded: boolean
  /**
   * For a whole text: an unclosed block is its answer, unless the text has another answer, was cut off, or ends in a token of the model. Undefined: as
   * configured.
   */
  mayBeAnswer: boolean | undefined
  /** The block is a thought if the text ends in a token of the model. */
  rawIsThought: boolean
  /** The start of the text is a guess: a closer without an opener shows that earlier text was reasoning, unless the closer is in quotation marks. */
  isGuess: boolean
  /** A grammar binds the answer. */
  hasGrammar: boolean
  /** A closer that a text names may have closed a thought: the client may not see one, and no server stated that none was open. */
  quotesHide: boolean
  /** A closer between two quotation marks may have closed one, too: the prompt is known to open thoughts. */
  enclosedHides: boolean
  /** The wire had reasoning in a field. */
  isSplit: boolean
}

export function newMachine(
  protocol: Protocol,
  { orphaned }: DecidedStart,
  { mayStartEmpty, guarded, mayBeAnswer, rawIsThought, isGuess, hasGrammar, quotesHide, enclosedHides, isSplit }: MachineOptions,
  steps: TagMachine['steps'],
): TagMachine {
  const { config, tables } = protocol
  const code = createCodeSpans(config)
  const spans = hasGrammar ? createJsonSpans(code, config.maxHeldChars, guarded ? 'hidden' : 'shown') : code
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
    enclosedHides,
    isSplit,
    writer: newWriter(config.separator),
    spans,
    code: spans,
    state: 'verbatim',
    table: tables.verbatim,
    held: '',
    pair: tables.promptPair,
    tool: 0,
    callAt: 0,
    depth: 1,
    orphaned,
    isDoubtful: false,
    mention: undefined,
    startedEmpty: false,
    interrupted: false,
    afterTool: 'answer',
    afterQuote: 'answer',
    candidate: undefined,
    hasRefused: false,
    hasAccepted: false,
    hasClosed: isSplit,
    isQuoted: false,
    showsOpener: false,
    quotesOpener: false,
    inner: [],
    latest: '',
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

export function enter(machine: TagMachine, next: TagState): void {
  const { writer } = machine
  const { config, drop } = machine.protocol
  machine.state = next
  machine.code = machine.spans
  if (next === 'inside' || next === 'opened' || next === 'label') machine.startedEmpty = false
  if (next !== 'label' && next !== 'quoted') machine.table = tableOf(machine, next)
  writer.keeping = keptBackIn(next, config, drop)
}

function tableOf({ protocol: { tables }, pair, tool }: TagMachine, state: Exclude<TagState, 'label' | 'quoted'>): DelimiterTable {
  return state === 'inside'
    ? tables.inside[pair]!
    : state === 'opened'
      ? tables.opened[pair]!
      : state === 'tool'
        ? tables.tools[tool]!
        : tables[state]
}

export function mark(machine: TagMachine, tag: string): void {
  const { writer } = machine
  writeMarkup(writer, tag, 'delimiter')
}
