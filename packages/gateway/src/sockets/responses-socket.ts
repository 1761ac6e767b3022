import { randomBytes } from 'node:crypto'
import { Buffer } from 'node:buffer'
import { excerptOf } from '@reason/wire-kit'
import { readJsonBody } from '../client-apis/body/json-body.ts'
import { openaiResponses } from '../client-apis/responses/responses.ts'
import { badRequest, isApiError, type ApiError } from '../errors/api-error.ts'
import { writeJsonInTurns } from '../event-loop/json-writing.ts'
import { asList, asObject, parseJson, type Json } from '../json.ts'
import type { MessageSink } from '../relay/sink.ts'
import { createEventSink } from './event-sink.ts'
import type { ConnectionRoom, SocketControl, SocketApi, SocketDialog, SocketTurn } from './socket-dialog.ts'

/**
 * OpenAI's Responses over WebSockets. A message `response.create` has the fields of a body, and the answer's events are messages. A
 * connection remembers the items of its newest response, so that the next request may name it and send new items alone.
 *
 * @see https://developers.openai.com/api/docs/guides/websocket-mode, read in November 2026
 */
export const responsesSocket: SocketApi = { api: openaiResponses, open: openDialog }

/** The conversation up to the end of a response. */
interface RememberedResponse {
  id: string
  items: readonly unknown[]
}

/** Requests that may wait. They run one after the other. */
const mostWaiting = 16

/** Longest message that may ask for no answer, in bytes. A longer one is a request, which is parsed only once. */
const longestControl = 4096

function openDialog(room: ConnectionRoom): SocketDialog {
  let newest: RememberedResponse | undefined

  return { mostWaiting, control: controlIn, turn, errorMessage: (error) => errorMessage(error.status, openaiResponses.errorBody(error)) }

  function turn(messages: MessageSink): SocketTurn {
    /** The name of a stream that the client gave the request: all of its messages repeat the name. */
    let stream = ''
    let input: readonly unknown[] = []
    let id = ''
    const output: unknown[] = []
    let length = 0

    return { sink: createEventSink(messages, { ofEvent, ofError: (status, body) => named(errorMessage(status, body)) }), read }

    async function read(message: Buffer): Promise<Buffer | ApiError | undefined> {
      const body = await readJsonBody(message, example)
      if (isApiError(body)) return body
      const { type, stream_id: name, generate, previous_response_id: before, ...json } = body.json
      if (name !== undefined && !isStreamName(name)) return badName(name)
      if (name !== undefined) stream = `{"stream_id":${JSON.stringify(name)},`
      if (type !== 'response.create') return unknownType(type)
      const isNext = before !== undefined && before !== null
      if (isNext && before !== newest?.id) return notFound(before)
      const earlier = isNext ? newest!.items : []
      input = [...earlier, ...itemsOf(json['input'])]
      // A malformed input stays as it is, for the error.
      const isReadable = json['input'] === undefined || typeof json['input'] === 'string' || Array.isArray(json['input'])
      const bytes = await writeJsonInTurns({ ...json, stream: true, ...(isNext && isReadable && { input }), ...includedSeals(json) })
      if (bytes.length > room.mostBytes) return tooLong(room.mostBytes)
      length = bytes.length
      if (generate !== false) return bytes
      prepared(json)
      return undefined
    }

    function ofEvent({ event, data }: { event?: string | undefined; data: string }): string {
      if (event === 'response.created') id = String(asObject(asObject(parseJson(data))['response'])['id'])
      else if (event === 'response.output_item.done') {
        output.push(asObject(parseJson(data))['item'])
        length += data.length
      } else if (event === 'response.completed' || event === 'response.incomplete') remember()
      return named(data)
    }

    /** Answers a request that only prepares the next one. */
    function prepared({ model }: Json): void {
      id = openaiResponses.ids.response + randomBytes(12).toString('hex')
      const response = { id, object: 'response', created_at: Math.floor(Date.now() / 1000), model, output: [] }
      for (const [at, [event, status]] of [['created', 'in_progress'] as const, ['completed', 'completed'] as const].entries())
        messages.send(named(JSON.stringify({ type: `response.${event}`, sequence_number: at, response: { ...response, status } })))
      remember()
      messages.end()
    }

    function remember(): void {
      newest = room.hold(length) ? { id, items: [...input, ...output] } : undefined
    }

    function named(message: string): string {
      return stream === '' ? message : stream + message.slice(1)
    }
  }
}

const example = '{"type": "response.create", "model": "...", "input": "..."}'

/** A provider that stores nothing takes its reasoning back only with the seal, which it gives if asked. */
const includedSeals = ({ store, include }: Json): Json =>
  store === false ? { include: [...new Set([...asList(include), 'reasoning.encrypted_content'])] } : {}

const itemsOf = (input: unknown): readonly unknown[] =>
  typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : asList(input)

function controlIn(message: Buffer): SocketControl | undefined {
  if (message.length > longestControl) return undefined
  const { type, input, previous_response_id: before } = asObject(parseJson(message.toString('utf8')))
  // Codex tells that it has read a response.
  if (type === 'response.processed') return {}
  if (type !== 'response.steer') return undefined
  const error = {
    code: 'steering_not_supported',
    message: 'This gateway does not steer responses. Send the input in the next response.create.',
  }
  return {
    reply: JSON.stringify({ type: 'response.steer.failed', sequence_number: 0, error, steer: { input, previous_response_id: before } }),
  }
}

const errorMessage = (status: number, body: string): string => `{"type":"error","status":${status},${body.slice(1)}`

/** Longest name of a stream. Each event repeats it. */
const longestName = 256

const isStreamName = (name: unknown): name is string => typeof name === 'string' && name.length <= longestName

const badName = (name: unknown): ApiError =>
  badRequest(`"stream_id" is ${excerptOf(name)}, but must be a text of ${longestName} characters at most.`, 'stream_id', 'invalid_value')

const unknownType = (type: unknown): ApiError =>
  badRequest(`The message has "type": ${excerptOf(type)}. Send ${example}.`, 'type', 'invalid_value')

const notFound = (id: unknown): ApiError =>
  badRequest(
    `This connection does not remember the response ${excerptOf(id)}: it keeps its newest one. Send the whole conversation in "input".`,
    'previous_response_id',
    'previous_response_not_found',
  )

const tooLong = (most: number): ApiError =>
  badRequest(
    `The conversation is larger than ${most} bytes with the items of earlier responses. Send a shorter one in "input".`,
    'input',
    null,
    413,
  )
