import { createPipeline, type Part, type Pipeline, type StreamContext } from '@reason/core'
import type { Resolution } from '@reason/core/adapter'
import type { StartPart } from '@reason/core/parts'
import type { Observer } from '@reason/core/pipeline'
import type { Origin, StartWatcher } from '@reason/core/start'
import { createAnswerBounds } from '../../bounds/answer-bounds.ts'
import type { WithheldContent } from '../../errors/withheld-text.ts'
import type { Destination } from '../../generation/destination.ts'
import type { Split } from '../../generation/split.ts'
import type { Head } from '../../head.ts'
import type { GatewaySettings } from '../../settings/settings.ts'
import { providerOfServer, sealerAt } from '../../upstreams/providers.ts'
import { writesHarmony } from '../../upstreams/writes-harmony.ts'
import { framingOf } from './body-frames.ts'
import { promptedStart } from './prompt-start.ts'
import { splitAs } from './split-choice.ts'
import { contextOf } from './stream-context.ts'
import { AnswerTranslation } from './translation.ts'
import { createTurnEnd, type TurnEnd } from './turn-end.ts'

export interface AnswerReadingOptions {
  destination: Destination
  /** The answer's beginning that this attempt continues, if it is not the client's. */
  prefill?: string | undefined
  settings: Pick<GatewaySettings, 'answerLimit'>
  /** The client gets the answer in one body. The answer is buffered until its end, even if the upstream streams. */
  isWhole: boolean
  /** Number of generations that the request asks for. */
  choices: number
  /** Ends the answer and the upstream request when the text ends its turn. */
  stopsAtTurnEnd: boolean
  /** Content that errors of the upstream may not reveal to the client. */
  secret(): WithheldContent
  /** Called when the upstream answers. Returns a listener for every part as the upstream sent it. */
  onRead?: () => ((part: Part) => void) | undefined
  /** Observers of the channels, for an answer that is split at a marker. */
  channels(): readonly Observer[]
}

/** How the body of one answer is read and split. */
export interface AnswerReading {
  /** Model that answers, by the upstream's name. */
  model: string
  resolution: Split
  translation: AnswerTranslation
  turnEnd: TurnEnd | undefined
  /** Pipeline for the observers of `channels()`. */
  beside: Pipeline | undefined
}

/** Chooses how an answer is read and split, when the upstream has sent its head. */
export function openReading(head: Head, options: AnswerReadingOptions, start: StartWatcher): AnswerReading {
  const { destination, prefill, settings, choices, stopsAtTurnEnd: tokens } = options
  const { upstream, wire, choose, starts } = destination.backend
  const request = prefill === undefined ? destination.request : { ...destination.request, prefill }
  const provider = upstream.provider ?? providerOfServer(head['server'])
  const chosen = choose(request.model, provider)
  const split = splitAs(chosen, request)
  // The start of an answer is certain if it continues the gateway's own prefill.
  const isOwn = prefill !== destination.request.prefill
  const guarded = options.secret() !== 'nothing' && !isOwn
  const model = chosen.context.model ?? request.model
  const { says, ...prompted } = promptedStart(chosen, request)
  // The chat template of gpt-oss has no thinking switch.
  const hasSwitch = !writesHarmony(chosen.passport)
  const origin: Origin = { ...starts.origin(model, request), ...(says !== undefined && { says }) }
  const context: StreamContext = { ...contextOf(request, { model, provider, hasSwitch, guarded }), ...prompted, origin }
  const resolution: Split = { ...split, startedBy: () => startedIn(split, context) }
  // Updates `origin` before the splitter reads it at the beginning of the text.
  const meet = (part: StartPart): void => {
    start.see(part)
    const build = start.build()
    if (build === undefined || !starts.meet(model, build)) return
    delete origin.seen
    if (says === undefined) delete origin.says
  }
  const onRead = options.onRead?.()
  const { answerStops: stops } = destination.request
  const turnEnd = tokens || stops !== undefined ? createTurnEnd({ choices, tokens, stops }) : undefined
  const repeatsAll = destination.request.api.repeatsAll === true
  const keepsAll = options.isWhole || repeatsAll || onRead !== undefined
  const beside = chosen.beside && openBeside(chosen.beside, context, options.channels())
  const translation = new AnswerTranslation({
    wire,
    resolution,
    context,
    reader: { model: request.model, ...sealerAt({ address: upstream.address, provider }) },
    framing: framingOf(head['content-type'], request.stream, upstream.api.framing),
    limit: settings.answerLimit,
    bounds: createAnswerBounds(choices, !options.isWhole && repeatsAll, keepsAll, settings.answerLimit),
    secrets: upstream.secrets,
    turnEnd,
    onStart: meet,
    onRead,
    onUnsplit: beside === undefined ? undefined : (part) => void beside.push(part),
  })
  return { model, resolution, translation, turnEnd, beside }
}

/** Creates the pipeline for `channels()`. Its parts come unsplit, because the marker adapter finds no tool calls. */
const openBeside = ({ adapter, context: known }: Resolution, context: StreamContext, observers: readonly Observer[]): Pipeline =>
  createPipeline({ split: { adapter, context: { ...known, ...context } }, observers })

const startedIn = ({ adapter, context: known }: Split, context: StreamContext): string | undefined =>
  adapter.start?.({ ...known, ...context }).by
