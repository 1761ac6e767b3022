import { randomBytes } from 'node:crypto'
import type { Part, WireFormat } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import type { Frame, WriterOptions, WrittenFrame } from '@reason/core/wire'
import { encodeSse } from '@reason/core/framing'
import type { ClientApi } from '../../client-apis/client-api.ts'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import { estimateInput } from '../../client-apis/input-estimate.ts'
import type { GatewaySettings } from '../../settings/settings.ts'
import { noNotes, type ClientNotes, type Note } from '../../generation/note.ts'
import { writeJsonInTurns } from '../../event-loop/json-writing.ts'
import { jsonPerTurn } from '../../event-loop/slices.ts'
import { sendJson } from './error-delivery.ts'
import { openMessages } from './socket-messages.ts'
import { keepAlive as keepStreamAlive, type Listener } from './keep-alive.ts'
import type { AnswerHead, Pausable, ResponseSink, Sink, StreamBody } from '../sink.ts'

/** Writes parts to the client, as events or in one body. */
export interface AnswerWriter {
  push(parts: readonly Part[]): void
  /** Format for text deltas of this block until another part comes. Undefined: the format may change. */
  textFrame(part: DeltaPart): WrittenFrame | undefined
  /** Writes encoded events (bytes in a string). With `more`, they wait for the rest of the same read. */
  pass(events: string, more: boolean): void
  /** Updates the writer's state for text that `pass` has sent. */
  passed(part: DeltaPart): void
  /** Sends the buffered events in one write. With `more`, the write waits until the rest of the same read was pushed. */
  flush(more: boolean): void
  /** Sends a keep-alive comment: the upstream is silent but connected. */
  idle(): void
  /**
   * Ends the answer.
   *
   * @returns A promise if a long answer is written in slices. It resolves to whether the client was still connected.
   */
  end(): Promise<boolean> | void
  /** Bytes were sent. From now on an error can only be an event. */
  isOpen(): boolean
}

/** Options of an answer that its request does not contain. */
export type WritingOptions = Pick<WriterOptions, 'commentary' | 'created' | 'now' | 'model'> & Pick<GatewaySettings, 'keepAlive'>

export interface AnswerWriterOptions {
  /** The client's format. */
  wire: Pick<WireFormat, 'createWriter' | 'writeResponse'>
  request: ClientRequest
  writing: WritingOptions
  head: AnswerHead
  /** Pauses the upstream while the client does not keep up. */
  flow: Pausable
  notes: ClientNotes
}

/** Most values of a request that are read for an estimate, which takes a few milliseconds. The estimate of a longer request is too low. */
const mostEstimated = 20_000

export function createAnswerWriter(sink: Sink, { wire, request, writing, head, flow, notes }: AnswerWriterOptions): AnswerWriter {
  const { api, json, stream, tools, includeUsage, isLong } = request
  const options: WriterOptions = {
    ...writing,
    request: json,
    tools,
    includeUsage,
    createId: createIds(api),
    estimateInput: () => estimateInput(json, mostEstimated),
  }
  const clientNotes = api.tellsAll === true ? noNotes : notes
  if (sink.framing === 'messages') return openMessages(wire.createWriter(options), sink, flow)
  return stream ? streaming(sink) : whole(sink)

  function streaming(response: ResponseSink): AnswerWriter {
    const writer = wire.createWriter(options)
    let body: StreamBody | undefined
    let finished = false
    /** News that no event has carried yet. */
    let waitingNews: Note | undefined
    const silence: Listener = { isQuiet: false, beat }
    if (writing.keepAlive > 0) response.onGone(keepStreamAlive(writing.keepAlive, silence))
    return {
      push(parts) {
        let text = ''
        for (const [at, part] of parts.entries()) {
          if (part.type === 'finish') finished = true
          for (const frame of writer.push(part, parts[at + 1])) text += encodeSse(withNote(frame))
          text += newsWith(part)
        }
        if (text === '') return
        silence.isQuiet = false
        open().write(text)
      },
      textFrame: (part) => (finished || waitingNews !== undefined ? undefined : writer.textFrame?.(part)),
      pass(events, more) {
        silence.isQuiet = false
        open().pass(events, more)
      },
      passed: (part) => writer.wrote?.(part),
      flush: (more) => (more ? body?.flushSoon() : body?.flush()),
      idle: () => open().write(':\n\n'),
      end: () => open().end(),
      isOpen: () => body !== undefined,
    }

    function open(): StreamBody {
      return (body ??= response.stream({ ...head, ...eventStream }, flow))
    }

    /** Sends a comment after a silence. Models think for minutes, and clients or proxies would take the connection for dead. */
    function beat(): void {
      if (response.isGone() || response.isFull()) return
      const stream = open()
      stream.write(':\n\n')
      stream.flush()
    }

    /** Writes news at once if the format has a ping event. Otherwise the next event carries the news. */
    function newsWith(part: Part): string {
      const news = clientNotes.news(part)
      if (news === undefined) return ''
      waitingNews = news
      const ping = writer.ping?.('choice' in part ? part.choice : undefined)
      return ping === undefined ? '' : encodeSse(withNote(ping))
    }

    /** Adds the `reason` field to the next event that has news, or to the first event after the finish. Clients ignore unknown fields. */
    function withNote(frame: Frame): Frame {
      if ((!finished && waitingNews === undefined) || !frame.data.startsWith('{')) return frame
      const note = { ...waitingNews, ...(finished && clientNotes.notes()) }
      finished = false
      waitingNews = undefined
      if (Object.keys(note).length === 0) return frame
      return { ...frame, data: `${frame.data.slice(0, -1)},"reason":${JSON.stringify(note)}}` }
    }
  }

  function whole(response: ResponseSink): AnswerWriter {
    const all: Part[] = []
    let note: Note | undefined
    /** Approximate length in characters. */
    let length = 0
    return {
      push(parts) {
        for (const part of parts) {
          collect(part)
          const news = clientNotes.news(part)
          // Only streams report how long the model thought.
          if (news !== undefined) note = news['thinking'] === 'hidden' ? news : { thinking: 'over' }
        }
      },
      textFrame: () => undefined,
      pass() {},
      passed() {},
      flush() {},
      idle() {},
      end() {
        const last = clientNotes.notes()
        if (last !== undefined) note = { ...note, ...last }
        const written = wire.writeResponse(all, options) as object
        const body = note === undefined ? written : { ...written, reason: note }
        // Some formats repeat settings of the request.
        if (length > jsonPerTurn || isLong === true) return sendInTurns(response, body, head)
        sendJson(response, 200, JSON.stringify(body), head)
      },
      isOpen: () => false,
    }

    /** Joins adjacent deltas. A streamed answer has a part for each token, which would take more memory than the whole text. */
    function collect(part: Part): void {
      const last = all.at(-1)
      length += part.type === 'delta' || part.type === 'tool-call-delta' ? part.text.length : perPart
      if (part.type === 'delta' && last?.type === 'delta' && isSameBlock(part, last))
        all[all.length - 1] = { ...last, text: last.text + part.text }
      else all.push(part)
    }
  }
}

async function sendInTurns(response: ResponseSink, body: object, head: AnswerHead): Promise<boolean> {
  const bytes = await writeJsonInTurns(body)
  const isThere = !response.isGone()
  sendJson(response, 200, bytes, head)
  return isThere
}

/** Estimated length of a part without text, in characters. */
const perPart = 100

/** Tell proxies neither to cache nor to buffer the stream. */
const eventStream = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
}

const isSameBlock = (one: DeltaPart, other: DeltaPart): boolean =>
  one.block === other.block && one.channel === other.channel && one.choice === other.choice && one.inserted === other.inserted

/** Creates ids for upstreams that send none. */
const createIds =
  ({ ids }: Pick<ClientApi, 'ids'>) =>
  (kind: 'response' | 'call'): string =>
    ids[kind] + randomBytes(12).toString('hex')
