import type { Part, Pipeline } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import type { WrittenFrame } from '@reason/core/wire'
import type { ClientRequest } from '../client-apis/client-request.ts'
import type { Destination } from '../dispatch/destination.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { Head } from '../head.ts'
import type { Generation } from '../rules/generation.ts'
import type { GatewaySettings } from '../settings/settings.ts'
import { forClient } from '../upstreams/headers.ts'
import type { AnswerFailure } from '../errors/failure.ts'
import { createAnswerPipeline } from './answer-pipeline.ts'
import type { Sealed } from './answer-seals.ts'
import { createAnswerWriter, type AnswerWriter } from './answer-writer.ts'
import { formatFor, writingFor } from './client-format.ts'
import { sendError } from './error-delivery.ts'
import { createHandover } from './handover.ts'
import type { Flow, Sink } from './sink.ts'
import type { Split } from './split-choice.ts'

export interface DeliveryOptions {
  sink: Sink
  request: ClientRequest
  destination: Destination
  settings: Pick<GatewaySettings, 'commentary' | 'trim' | 'keepAlive'>
  generation: Generation
  sealed: Sealed
  /** Headers of ours, beside those of the upstream and of rules. */
  headers: (() => Readonly<Record<string, string>>) | undefined
  /** For a client that does not keep up. */
  flow: Flow
  /** A governor has stopped the reasoning of a choice. */
  onStopped(choice: number): void
}

/** The parts of one generation on their way to the client: rules, handover, writer. */
export interface Delivery {
  /** An upstream answers. The first one decides what rules do. */
  begin(head: Head, split: Split): void
  /** A part goes through the rules. What comes out waits for `hand`. */
  take(part: Part): void
  /**
   * What came out of the rules goes to the writer.
   *
   * @param isLate - Its text has gone to the client already.
   * @returns Why the client is to get an error in place of an answer.
   */
  hand(isLate?: boolean): ApiError | undefined
  /** A governor has ended the generation. */
  isDone(): boolean
  /** Rules would let the text go on as it is. */
  passes(part: DeltaPart): boolean
  /** How text of a block is written. */
  textFrame(part: DeltaPart): WrittenFrame | undefined
  /** Text that rules see later. @param pieces - How many texts it holds. @param length - Of these texts, in UTF-16 units. */
  pass(frames: string, pieces: number, length: number, more: boolean): void
  /** The part that was handed over last, once, where it came out of the rules as it went in. */
  asItWas(): DeltaPart | undefined
  flush(more: boolean): void
  idle(): void
  /** What was wrong with the answer, where it has said so itself. */
  broken(): AnswerFailure | undefined
  /** Everything was handed over. @returns As the writer's. */
  end(): Promise<boolean> | void
  /** Ends an answer that has begun with what came out of the rules since the last `hand`. */
  breakOff(): void
  /** In place of an answer. @param head - Of the upstream that refused. */
  refuse(error: ApiError, head?: Head): void
  /** Something has gone out. */
  isOpen(): boolean
  /** Codes of everything odd. */
  warnings: ReadonlySet<string>
}

export function createDelivery(options: DeliveryOptions): Delivery {
  const { sink, request, destination, settings, generation, sealed } = options
  const { answer } = generation
  const handover = createHandover(request.stream, destination, answer)
  let head: Head = {}
  /** From the moment that the upstream answers. */
  let pipeline: Pipeline | undefined
  let writer: AnswerWriter | undefined
  /** The part that goes through the rules. */
  let passing: Part | undefined
  let out: Part[] = []

  return {
    begin(answerHead, split) {
      head = answerHead
      if (pipeline !== undefined) return
      const writing = writingFor(request, destination, settings, answer.secret() === 'nothing')
      const endReasoning = (): void => options.onStopped((passing as { choice?: number }).choice ?? 0)
      pipeline = createAnswerPipeline(answer.begin(split), { request, destination, settings, writing, sealed, endReasoning })
      writer = createAnswerWriter(formatFor(request, destination), sink, request, writing, headers(), options.flow, answer.told)
    },
    take(part) {
      passing = part
      const parts = pipeline!.push(part)
      for (let at = 0; at < parts.length; at++) out.push(parts[at]!)
    },
    hand: (isLate = false) => handover.push(taken(), writer!, isLate),
    isDone: () => pipeline!.isDone(),
    passes: (part) => pipeline!.passes(part),
    textFrame: (part) => writer!.textFrame(part),
    pass(frames, pieces, length, more) {
      answer.passed(pieces, length)
      writer!.pass(frames, more)
    },
    asItWas() {
      const handed = handover.takeLast()
      return handed === passing && handed?.type === 'delta' && handed.inserted !== true ? handed : undefined
    },
    flush: (more) => writer!.flush(more),
    idle: () => writer!.idle(),
    broken: handover.broken,
    end: () => writer!.end(),
    breakOff() {
      writer!.push(taken())
      void writer!.end()
    },
    refuse,
    isOpen: () => writer?.isOpen() === true,
    warnings: handover.warnings,
  }

  function taken(): readonly Part[] {
    const parts = out
    out = []
    return parts
  }

  function headers(): Record<string, string | string[]> {
    return { ...forClient(head), ...answer.headers(), ...options.headers?.() }
  }

  function refuse(error: ApiError, of = head): void {
    head = of
    sendError(sink, request.api, error, headers())
  }
}
