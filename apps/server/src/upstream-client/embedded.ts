import type { IncomingHttpHeaders } from 'node:http'
import { readRecording, recordings, type Recording } from '../recordings.ts'
import { asList, asObject, type Json, parseJson } from '@reason/gateway/json'
import {
  type AnswerListener,
  apiOf,
  type Call,
  type ChatRequest,
  type Failure,
  type Upstream,
  type UpstreamWire,
} from '@reason/gateway/upstreams'
import { cutTurn, writeStream, writeWhole, type Piece, type Script } from '@reason/recording/script'

/** The default of the setting `pace`. Scripts keep their own times at this pace. */
const usualPace = 20

const serverHeaders: Readonly<Record<Script['server'], string>> = {
  'llama-server-b10573': 'llama.cpp',
  'llama-server-b6240': 'llama.cpp',
  vllm: 'uvicorn',
  openrouter: 'cloudflare',
}

/** What the network delivers at once. */
interface Delivery {
  bytes: Buffer
  /** Milliseconds after the one before. */
  afterMs: number
}

/**
 * Replays recordings, chosen by the name of the model: bytes that real servers sent, or scripts in the wire form of such a server. The bytes
 * are cut as a network cuts: anywhere, also inside an event or a character.
 *
 * @param wire - What they were recorded in.
 * @param pace - Pause between two pieces, in milliseconds; scripts keep their own times at 20, and take twice as long at 40. 0: no pause, but
 *   still one piece per turn of the event loop.
 */
export function createEmbeddedUpstream(pace: number, wire: Pick<UpstreamWire, 'id' | 'endpoint'>): Upstream {
  const files = new Map<string, Buffer>()
  const scripts = new Map<string, Script>()
  const startedAt = Math.floor(Date.now() / 1000)

  return { name: 'embedded recordings', provider: undefined, api: apiOf(wire), chat, tell, models, close: () => Promise.resolve() }

  function chat(request: ChatRequest, listener: AnswerListener): Call {
    const { model, stream, choices } = request
    const recording = Object.hasOwn(recordings, model) ? recordings[model] : undefined
    if (recording === undefined) return fail(listener, unknownModel(model))
    if (choices > 1) return fail(listener, oneChoiceOnly(choices))
    const type = stream ? 'text/event-stream' : 'application/json; charset=utf-8'
    if (!('script' in recording)) return replay(recorded(recording, stream), { server: 'llama.cpp', 'content-type': type }, listener)
    const script = scriptOf(recording.script)
    return replay(scripted(script, request), { server: serverHeaders[script.server], 'content-type': type }, listener)
  }

  function recorded({ stream, whole }: Extract<Recording, { stream: string }>, isStream: boolean): Delivery[] {
    const body = fileOf(isStream ? stream : whole)
    return (isStream ? pieces(body) : [body]).map((bytes, index) => ({ bytes, afterMs: index === 0 ? 0 : pace }))
  }

  function scriptOf(file: string): Script {
    let script = scripts.get(file)
    if (script === undefined) scripts.set(file, (script = JSON.parse(fileOf(file).toString()) as Script))
    return script
  }

  function scripted(script: Script, { body, stream }: ChatRequest): Delivery[] {
    const turn = cutTurn(script, turnFor(script, asObject(parseJson(Buffer.concat([body].flat()).toString()))))
    if (!stream) return [{ bytes: Buffer.from(writeWhole(script, turn)), afterMs: 0 }]
    return inTime(writeStream(script, turn)).map(({ bytes, afterMs }) => ({ bytes, afterMs: (afterMs * pace) / usualPace }))
  }

  function tell(_: string, __: Buffer, ___: unknown, listener: AnswerListener): Call {
    return fail(listener, chatsOnly)
  }

  function models(_: unknown, listener: AnswerListener): Call {
    const data = Object.entries(recordings).map(([id, { about, example }]) => ({
      id,
      object: 'model',
      created: startedAt,
      owned_by: 'reason',
      description: about,
      ...(example && { example }),
    }))
    return replay(
      [{ bytes: Buffer.from(JSON.stringify({ object: 'list', data })), afterMs: 0 }],
      { server: 'llama.cpp', 'content-type': 'application/json' },
      listener,
    )
  }

  function replay(body: readonly Delivery[], headers: IncomingHttpHeaders, listener: AnswerListener): Call {
    let next = 0
    let paused = false
    let begun = false
    let over = false
    let cancel = schedule(body[0]?.afterMs ?? 0)
    return {
      pause() {
        paused = true
        cancel()
      },
      resume() {
        if (!paused) return
        paused = false
        if (!over) cancel = schedule(body[next]?.afterMs ?? 0)
      },
      abort() {
        over = true
        cancel()
      },
    }

    function schedule(ms: number): () => void {
      if (ms === 0) {
        const immediate = setImmediate(step)
        return () => clearImmediate(immediate)
      }
      const timer = setTimeout(step, ms)
      return () => clearTimeout(timer)
    }

    function step(): void {
      if (!begun) {
        begun = true
        listener.onHead(200, headers)
      }
      if (over || paused) return
      if (next === body.length) {
        over = true
        return listener.onEnd()
      }
      listener.onData(body[next++]!.bytes, false)
      if (!over && !paused) cancel = schedule(body[next]?.afterMs ?? 0)
    }
  }

  function fileOf(file: string): Buffer {
    let bytes = files.get(file)
    if (bytes === undefined) files.set(file, (bytes = readRecording(file)))
    return bytes
  }
}

/** The response that is due: that without thinking, if the request turns thinking off, or else that of this turn of the conversation. */
function turnFor({ turns, direct }: Script, request: Json): readonly Piece[] {
  const isOff = request['reasoning_effort'] === 'none' || asObject(request['chat_template_kwargs'])['enable_thinking'] === false
  if (isOff && direct !== undefined) return direct
  const said = asList(request['messages']).filter((message) => asObject(message)['role'] === 'assistant').length
  return turns[said % turns.length]!
}

/** About one event each, but shifted against them: by the same odd numbers every time, so that a replay can be repeated. */
function pieces(body: Buffer): Buffer[] {
  const found: Buffer[] = []
  let from = 0
  for (let at = body.indexOf('\n\n'); at !== -1; at = body.indexOf('\n\n', at + 2)) {
    const to = Math.min(body.length, at + 2 + ((found.length * 37) % 61))
    if (to > from) found.push(body.subarray(from, to))
    from = Math.max(from, to)
  }
  if (from < body.length) found.push(body.subarray(from))
  return found
}

/** The events of a script as a network delivers them: a piece comes when the last event that begins in it is sent. */
function inTime(events: readonly { text: string; afterMs: number }[]): Delivery[] {
  const due = events.map(({ text, afterMs }) => ({ bytes: Buffer.byteLength(text), afterMs }))
  let from = 0
  let begin = 0
  return pieces(Buffer.from(events.map(({ text }) => text).join(''))).map((bytes) => {
    let afterMs = 0
    from += bytes.length
    for (let [next] = due; next !== undefined && begin < from; [next] = due) {
      afterMs += next.afterMs
      begin += next.bytes
      due.shift()
    }
    return { bytes, afterMs }
  })
}

function fail(listener: AnswerListener, failure: Failure): Call {
  let over = false
  queueMicrotask(() => {
    if (!over) listener.onFailure(failure)
  })
  const nothing = (): void => {}
  return {
    pause: nothing,
    resume: nothing,
    abort() {
      over = true
    },
  }
}

const unknownModel = (model: string): Failure => ({
  status: 404,
  type: 'invalid_request_error',
  code: 'model_not_found',
  message:
    `There is no recording of ${JSON.stringify(model)}. Recorded models: ${Object.keys(recordings).join(', ')}. ` +
    'For any other, start the gateway with --upstream and the address of its API.',
})

const chatsOnly: Failure = {
  status: 400,
  type: 'invalid_request_error',
  code: 'unsupported_value',
  message: 'Recordings answer chats, and nothing else. Start the gateway with --upstream and the address of an API.',
}

const oneChoiceOnly = (choices: number): Failure => ({
  status: 400,
  type: 'invalid_request_error',
  code: 'unsupported_value',
  message: `n is ${choices}, but a recording has one answer. Leave n out, or start the gateway with --upstream.`,
})
