import { randomBytes } from 'node:crypto'
import type { Part, WireFormat } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import type { Frame, WriterOptions, WrittenFrame } from '@reason/core/wire'
import { encodeSse } from '@reason/core/framing'
import type { ClientApi } from '../client-apis/client-api.ts'
import type { ClientRequest } from '../client-apis/client-request.ts'
import type { GatewaySettings } from '../settings/settings.ts'
import type { Note, Told } from '../rules/notes/client-notes.ts'
import { writeJsonInTurns } from '../event-loop/json-writing.ts'
import { jsonPerTurn } from '../event-loop/slices.ts'
import { sendJson } from './error-delivery.ts'
import { openMessages } from './socket-messages.ts'
import { keepAlive as keepStreamAlive, type Listener } from './keep-alive.ts'
import type { AnswerHead, Flow, ResponseSink, Sink, StreamBody } from './sink.ts'

/** Parts to the client, as it asked for them: event by event, or in one body. */
export interface AnswerWriter {
  push(parts: readonly Part[]): void
  /** How text of a block is written until another part comes. Undefined: not always alike. */
  textFrame(part: DeltaPart): WrittenFrame | undefined
  /** Ready events, as bytes in a string: at once, or with those that are there already. */
  pass(events: string, more: boolean): void
  /** Text that has passed so. */
  passed(part: DeltaPart): void
  /** Lets out in one write what was pushed: now, or when more that is there already has been pushed too. */
  flush(more: boolean): void
  /** The upstream is still there and has nothing to say. */
  idle(): void
  /** Everything was pushed. @returns Settles when a long answer is written, so that others do not wait for that: whether its client was still there. */
  end(): Promise<boolean> | void
  /** Something has gone out: an error can only be an event now. */
  isOpen(): boolean
}

/** How an answer is written, beside what its request says. */
export type Writing = Pick<WriterOptions, 'commentary' | 'created' | 'now' | 'model'> & Pick<GatewaySettings, 'keepAlive'>

export function createAnswerWriter(
  wire: Pick<WireFormat, 'createWriter' | 'writeResponse'>,
  sink: Sink,
  { api, json, stream, tools, includeUsage }: ClientRequest,
  writing: Writing,
  head: AnswerHead,
  upstream: Flow,
  allTold: Pick<Told, 'notes' | 'news'>,
): AnswerWriter {
  const options: WriterOptions = { ...writing, request: json, tools, includeUsage, createId: createIds(api) }
  const told = api.tellsAll === true ? tellsNothing : allTold
  if (sink.framing === 'messages') return openMessages(wire.createWriter(options), sink, upstream)
  return stream ? streaming(sink) : whole(sink)

  function streaming(response: ResponseSink): AnswerWriter {
    const writer = wire.createWriter(options)
    let body: StreamBody | undefined
    let finished = false
    /** No event has taken it along yet. */
    let untold: Note | undefined
    const silence: Listener = { isQuiet: false, beat }
    if (writing.keepAlive > 0) response.onGone(keepStreamAlive(writing.keepAlive, silence))
    return {
      push(parts) {
        let text = ''
        for (const part of parts) {
          if (part.type === 'finish') finished = true
          for (const frame of writer.push(part)) text += encodeSse(withNote(frame))
          text += newsWith(part)
        }
        if (text === '') return
        silence.isQuiet = false
        open().write(text)
      },
      textFrame: (part) => (finished || untold !== undefined ? undefined : writer.textFrame?.(part)),
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
      return (body ??= response.stream({ ...head, ...eventStream }, upstream))
    }

    /** Models think for minutes, and who sees none of it, or sits behind a proxy, would take the connection for dead. */
    function beat(): void {
      if (response.isGone() || response.isFull()) return
      const stream = open()
      stream.write(':\n\n')
      stream.flush()
    }

    /** At once, where the format has an event that says nothing. */
    function newsWith(part: Part): string {
      const news = told.news(part)
      if (news === undefined) return ''
      untold = news
      const ping = writer.ping?.('choice' in part ? part.choice : undefined)
      return ping === undefined ? '' : encodeSse(withNote(ping))
    }

    /** The next event, or the first after the finish, has room for what is ours: clients pass over fields that they do not know. */
    function withNote(frame: Frame): Frame {
      if ((!finished && untold === undefined) || !frame.data.startsWith('{')) return frame
      const note = { ...untold, ...(finished && told.notes()) }
      finished = false
      untold = undefined
      if (Object.keys(note).length === 0) return frame
      return { ...frame, data: `${frame.data.slice(0, -1)},"reason":${JSON.stringify(note)}}` }
    }
  }

  function whole(response: ResponseSink): AnswerWriter {
    const all: Part[] = []
    let note: Note | undefined
    /** Characters, about. */
    let length = 0
    return {
      push(parts) {
        for (const part of parts) {
          collect(part)
          const news = told.news(part)
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
        const notes = told.notes()
        if (notes !== undefined) note = { ...note, ...notes }
        const written = wire.writeResponse(all, options) as object
        const body = note === undefined ? written : { ...written, reason: note }
        if (length > jsonPerTurn) return sendInTurns(response, body, head)
        sendJson(response, 200, JSON.stringify(body), head)
      },
      isOpen: () => false,
    }

    /** A stream that is collected has a part for each token: their texts are joined, so that they take no more room than a whole answer. */
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

/** Length that is reckoned for a part without text. */
const perPart = 100

/** Proxies neither keep it nor wait for more of it. */
const eventStream = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
}

const isSameBlock = (one: DeltaPart, other: DeltaPart): boolean =>
  one.block === other.block && one.channel === other.channel && one.choice === other.choice && one.inserted === other.inserted

const tellsNothing: Pick<Told, 'notes' | 'news'> = { notes: () => undefined, news: () => undefined }

/** For upstreams that give none. */
const createIds =
  ({ ids }: Pick<ClientApi, 'ids'>) =>
  (kind: 'response' | 'call'): string =>
    ids[kind] + randomBytes(12).toString('hex')
