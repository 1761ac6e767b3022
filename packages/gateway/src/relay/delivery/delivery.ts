import type { Part, Pipeline } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import type { WrittenFrame } from '@reason/core/wire'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import type { Destination } from '../../generation/destination.ts'
import type { ApiError } from '../../errors/api-error.ts'
import type { Head } from '../../head.ts'
import type { Generation } from '../../generation/generation.ts'
import type { GatewaySettings } from '../../settings/settings.ts'
import { forClient } from '../../upstreams/headers.ts'
import type { AnswerFailure } from '../../errors/failure.ts'
import { createAnswerPipeline } from './answer-pipeline.ts'
import type { Sealed } from '../answer-seals.ts'
import { createAnswerWriter, type AnswerWriter } from './answer-writer.ts'
import { formatFor, writingFor } from './client-format.ts'
import { sendError } from './error-delivery.ts'
import { createHandover } from './handover.ts'
import type { Pausable, Sink } from '../sink.ts'
import type { Split } from '../../generation/split.ts'

export interface DeliveryOptions {
  sink: Sink
  request: ClientRequest
  destination: Destination
  settings: Pick<GatewaySettings, 'commentary' | 'trim' | 'keepAlive'>
  generation: Generation
  sealed: Sealed
  /** The gateway's own headers, in addition to those of the upstream and of rules. */
  headers: (() => Readonly<Record<string, string>>) | undefined
  /** Pauses the upstream while the client does not keep up. */
  flow: Pausable
  /** Called when a governor stops the reasoning of a choice. */
  onStopped(choice: number): void
}

/** Carries the parts of one generation to the client: rules, handover, writer. */
export interface Delivery {
  /** Begins the delivery when an upstream answers. The first upstream decides how rules act. */
  begin(head: Head, split: Split): void
  /** Runs a part through the rules. The resulting parts wait for `hand`. */
  take(part: Part): void
  /**
   * Passes the waiting parts to the writer.
   *
   * @param isLate - The text was sent to the client already.
   * @returns The error that the client gets instead of an answer.
   */
  hand(isLate?: boolean): ApiError | undefined
  /** A governor has ended the generation. */
  isDone(): boolean
  /** True if the rules would not change this text. */
  passes(part: DeltaPart): boolean
  /** Format for text deltas of this block. */
  textFrame(part: DeltaPart): WrittenFrame | undefined
  /**
   * Sends encoded text that the rules see later.
   *
   * @param pieces - Number of text deltas.
   * @param length - Length of their text in UTF-16 units.
   */
  pass(frames: string, pieces: number, length: number, more: boolean): void
  /** The last part handed over, if the rules did not change it. Each part is returned once. */
  takeUnchanged(): DeltaPart | undefined
  flush(more: boolean): void
  idle(): void
  /** The failure that the answer itself reported. */
  broken(): AnswerFailure | undefined
  /** Ends the answer. @returns See `AnswerWriter.end`. */
  end(): Promise<boolean> | void
  /** Writes the waiting parts and ends an answer that has begun. */
  breakOff(): void
  /** Sends an error instead of an answer. @param head - Headers of the upstream that refused. */
  refuse(error: ApiError, head?: Head): void
  /** Bytes were sent to the client. */
  isOpen(): boolean
  /** Codes of all warnings. */
  warnings: ReadonlySet<string>
}

export function createDelivery(options: DeliveryOptions): Delivery {
  const { sink, request, destination, settings, generation, sealed } = options
  const { answer } = generation
  const handover = createHandover(request.stream, destination, answer)
  let head: Head = {}
  /** Set when the upstream answers. */
  let pipeline: Pipeline | undefined
  let writer: AnswerWriter | undefined
  /** The part that is running through the rules. */
  let passing: Part | undefined
  let out: Part[] = []

  return {
    begin(answerHead, split) {
      head = answerHead
      if (pipeline !== undefined) return
      const writing = writingFor(request, destination, settings, answer.secret() === 'nothing')
      const endReasoning = (): void => options.onStopped((passing as { choice?: number }).choice ?? 0)
      pipeline = createAnswerPipeline(answer.begin(split), { request, destination, settings, writing, sealed, endReasoning })
      const wire = formatFor(request, destination)
      writer = createAnswerWriter(sink, { wire, request, writing, head: headers(), flow: options.flow, notes: answer.clientNotes })
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
    takeUnchanged() {
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
