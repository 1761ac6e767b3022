import { readRecording, recordings, type RecordedFiles } from './catalogue.ts'
import { bodyOf, inPieces, inTime, pause, type TimedBytes } from './delivery.ts'
import { cutTurn, writeStream, writeWhole, type ScriptPiece, type Script } from './script/index.ts'

export interface RecordedModelsOptions {
  /**
   * Milliseconds between two chunks of a recorded stream. At 20, scripts keep their own times; at 40, they take twice as
   * long. 0: no pause, but one chunk per turn of the event loop. Default: 20.
   */
  pace?: number
}

/** Pace at which scripts keep their own times. */
const usualPace = 20

/** Values of the header `server`. */
const serverNames: Readonly<Record<Script['server'], string>> = {
  'llama-server-b10573': 'llama.cpp',
  'llama-server-b6240': 'llama.cpp',
  vllm: 'uvicorn',
  openrouter: 'cloudflare',
}

/**
 * Creates a `fetch` that answers Chat Completions and model lists at any address, and never uses a network. Pass it to
 * OpenAI's client or to a gateway. The model name selects the recording: bytes that a real server sent, or a script in
 * the wire form of such a server. A stream is split like a network does it: anywhere, even inside an event or a
 * character. Other requests get an error in the shape of OpenAI.
 */
export function recordedModels({ pace = usualPace }: RecordedModelsOptions = {}): typeof globalThis.fetch {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const scripts = new Map<string, Script>()
  const created = Math.floor(Date.now() / 1000)

  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (request.method === 'GET' && pathname.endsWith('/models')) return Response.json(models(), { headers: { server: 'llama.cpp' } })
    if (request.method !== 'POST' || !pathname.endsWith('/chat/completions')) return refuse(chatsOnly)
    return chat(objectOf(await request.json().catch(() => undefined)), request.signal)
  }

  async function chat(body: Body, signal: AbortSignal): Promise<Response> {
    const { model, n = 1 } = body
    const recording = typeof model === 'string' && Object.hasOwn(recordings, model) ? recordings[model] : undefined
    if (recording === undefined) return refuse(unknownModel(model))
    if (n !== 1) return refuse(oneChoiceOnly(n))
    const isStream = body.stream === true
    const script = 'script' in recording ? scriptOf(recording.script) : undefined
    const deliveries = script === undefined ? recorded(recording as RecordedFiles, isStream) : scripted(script, body, isStream)
    await pause(deliveries[0]?.afterMs ?? 0, signal)
    const headers = {
      'content-type': isStream ? 'text/event-stream' : 'application/json; charset=utf-8',
      server: script === undefined ? 'llama.cpp' : serverNames[script.server],
    }
    return new Response(bodyOf(deliveries, signal), { headers })
  }

  function recorded({ stream, whole }: RecordedFiles, isStream: boolean): TimedBytes[] {
    const body = fileOf(isStream ? stream : whole)
    return (isStream ? inPieces(body) : [body]).map((bytes, index) => ({ bytes, afterMs: index === 0 ? 0 : pace }))
  }

  function scripted(script: Script, body: Body, isStream: boolean): TimedBytes[] {
    const turn = cutTurn(script, turnFor(script, body))
    if (!isStream) return [{ bytes: new TextEncoder().encode(writeWhole(script, turn)), afterMs: 0 }]
    return inTime(writeStream(script, turn)).map(({ bytes, afterMs }) => ({ bytes, afterMs: (afterMs * pace) / usualPace }))
  }

  function models(): object {
    const data = Object.entries(recordings).map(([id, { about, example }]) => ({
      id,
      object: 'model',
      created,
      owned_by: 'reason',
      description: about,
      ...(example && { example }),
    }))
    return { object: 'list', data }
  }

  function scriptOf(file: string): Script {
    return remembered(scripts, file, () => JSON.parse(new TextDecoder().decode(fileOf(file))) as Script)
  }

  function fileOf(file: string): Uint8Array<ArrayBuffer> {
    return remembered(files, file, () => readRecording(file))
  }
}

type Body = Readonly<Record<string, unknown>>

const objectOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {})

function remembered<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  let value = values.get(key)
  if (value === undefined) values.set(key, (value = make()))
  return value
}

/** Returns the response for a request: the one without thinking if the request turns thinking off, else the one of this turn. */
function turnFor({ turns, direct }: Script, body: Body): readonly ScriptPiece[] {
  const isOff = body['reasoning_effort'] === 'none' || objectOf(body['chat_template_kwargs'])['enable_thinking'] === false
  if (isOff && direct !== undefined) return direct
  const messages: unknown[] = Array.isArray(body['messages']) ? body['messages'] : []
  const said = messages.filter((message) => objectOf(message)['role'] === 'assistant').length
  return turns[said % turns.length]!
}

interface HttpRefusal {
  status: number
  code: string
  message: string
}

const refuse = ({ status, code, message }: HttpRefusal): Response =>
  Response.json({ error: { message, type: 'invalid_request_error', param: null, code } }, { status })

const unknownModel = (model: unknown): HttpRefusal => ({
  status: 404,
  code: 'model_not_found',
  message:
    `There is no recording of ${JSON.stringify(model)}. Recorded models: ${Object.keys(recordings).join(', ')}. ` +
    'For any other, give the gateway the address of an upstream.',
})

const chatsOnly: HttpRefusal = {
  status: 400,
  code: 'unsupported_value',
  message: 'Recordings answer chats, and nothing else. Give the gateway the address of an upstream.',
}

const oneChoiceOnly = (n: unknown): HttpRefusal => ({
  status: 400,
  code: 'unsupported_value',
  message: `n is ${JSON.stringify(n)}, but a recording has one answer. Leave n out, or give the gateway the address of an upstream.`,
})
