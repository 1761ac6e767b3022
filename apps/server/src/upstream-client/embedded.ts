import { readRecording, recordings } from '../recordings.ts'
import { apiOf } from '../gateway/upstreams/api.ts'
import type { AnswerListener, ChatRequest, Call, Failure, Upstream } from '../gateway/upstreams/upstream.ts'
import type { UpstreamWire } from '../gateway/upstreams/wires.ts'

/**
 * Replays recordings of real servers, chosen by the name of the model. What comes out are the recorded bytes, at a
 * readable pace, and cut as a network cuts: anywhere, also inside an event or a character.
 *
 * @param wire - What they were recorded in.
 * @param pace - Pause between two pieces, in milliseconds. 0: none, but still one piece per turn of the event loop.
 */
export function createEmbeddedUpstream(pace: number, wire: Pick<UpstreamWire, 'id' | 'endpoint'>): Upstream {
  const files = new Map<string, Buffer>()
  const startedAt = Math.floor(Date.now() / 1000)

  return { name: 'embedded recordings', provider: undefined, api: apiOf(wire), chat, tell, models, close: () => Promise.resolve() }

  function chat({ model, stream, choices }: ChatRequest, listener: AnswerListener): Call {
    const recording = Object.hasOwn(recordings, model) ? recordings[model] : undefined
    if (recording === undefined) return fail(listener, unknownModel(model))
    if (choices > 1) return fail(listener, oneChoiceOnly(choices))
    const body = fileOf(stream ? recording.stream : recording.whole)
    return replay(stream ? pieces(body) : [body], stream ? 'text/event-stream' : 'application/json; charset=utf-8', listener)
  }

  function tell(_: string, __: Buffer, ___: unknown, listener: AnswerListener): Call {
    return fail(listener, nobodyToTell)
  }

  function models(_: unknown, listener: AnswerListener): Call {
    const data = Object.entries(recordings).map(([id, { about }]) => ({
      id,
      object: 'model',
      created: startedAt,
      owned_by: 'reason',
      description: about,
    }))
    return replay([Buffer.from(JSON.stringify({ object: 'list', data }))], 'application/json', listener)
  }

  function replay(body: readonly Buffer[], contentType: string, listener: AnswerListener): Call {
    let next = 0
    let paused = false
    let begun = false
    let over = false
    let cancel = schedule(0)
    return {
      pause() {
        paused = true
        cancel()
      },
      resume() {
        if (!paused) return
        paused = false
        if (!over) cancel = schedule(pace)
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
        listener.onHead(200, { server: 'llama.cpp', 'content-type': contentType })
      }
      if (over || paused) return
      if (next === body.length) {
        over = true
        return listener.onEnd()
      }
      listener.onData(body[next++]!, false)
      if (!over && !paused) cancel = schedule(pace)
    }
  }

  function fileOf(file: string): Buffer {
    let bytes = files.get(file)
    if (bytes === undefined) files.set(file, (bytes = readRecording(file)))
    return bytes
  }
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

const nobodyToTell: Failure = {
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
