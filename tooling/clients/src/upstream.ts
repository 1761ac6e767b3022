import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer, DescribedUpstream, Served } from '@reason/exchanges/described'
import { requestFormats, type Json, type Step } from './request.ts'
import { callFor, type Errand } from './tool-call.ts'

/** Number of turns in which the model calls a tool before it answers. */
const steps = 2

export interface Walk {
  /** Text in the prompt that identifies the requests of the walk. */
  marker: string
  file: string
  folder: string
}

export interface Walked {
  /** The final answer, which the client must show. */
  answer: string
  /** Number of requests with tools and the marker. */
  requests: number
  /** Differences between the turns that the upstream sent and those that came back, in the order of the requests. */
  faults: string[]
  isFinished: boolean
}

export interface ScriptedUpstream {
  origin: string
  /** Starts a walk, and ends the previous one. */
  begin(walk: Walk): Walked
  /** Bodies of the walk's requests so far. */
  requests(): readonly string[]
  close(): void
}

/** Thought of the model in a step. It has characters that JSON, HTML and terminals treat specially. */
const thoughtOf = ({ marker }: Walk, step: number): string =>
  `Step ${step} of thought-${marker}: they ask for “notes”.\n\nSo I look:\t{"a": [1, null]} \\ 🌧️ <b>&amp;</b> first.\n`

const signatureOf = ({ marker }: Walk, step: number): string => Buffer.from(`seal ${step} of ${marker} ÿ??>`, 'latin1').toString('base64')

/** Starts an upstream that calls two tools and then answers. It checks the earlier turns in each request. */
export async function startUpstream(format: keyof typeof requestFormats, upstream: DescribedUpstream): Promise<ScriptedUpstream> {
  let walk: Walk = { marker: '-', file: '', folder: '' }
  let answered = 0
  let bodies: string[] = []
  let walked: Walked = { answer: '', requests: 0, faults: [], isFinished: false }

  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const served = request.method === 'POST' ? answer(request.url ?? '', String(Buffer.concat(pieces))) : undefined
      if (served === undefined)
        return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"not here"}}')
      response.writeHead(served.status ?? 200, { 'content-type': served.type }).end(served.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begin(next) {
      walk = next
      bodies = []
      walked = { answer: `Walked ${next.marker} to its end.`, requests: 0, faults: [], isFinished: false }
      return walked
    },
    requests: () => bodies,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }

  function answer(url: string, body: string): Served | undefined {
    if (!/chat|completions|responses|messages|interactions|converse|enerateContent/.test(url) || /count_tokens/.test(url)) return undefined
    const parsed = JSON.parse(body) as Json
    bodies.push(body)
    // On this error, the SDK of Messages sends the whole conversation instead.
    if (parsed['thread'] !== undefined) return refusal('No conversations are kept here.', 'thread_unsupported_request')
    const isStream = parsed['stream'] === true || /stream/i.test(url)
    const write = (said: Answer): Served => named(isStream ? upstream.streamed(said) : upstream.whole(said))
    const { tools, steps: made } = requestFormats[format].read(parsed)
    // Other requests of a client: a title, or a check of the key.
    if (tools.length === 0 || !body.includes(walk.marker)) return write({ text: 'A walk' })
    walked.requests++
    for (const fault of faultsOf(made, body)) walked.faults.push(`request ${walked.requests}: ${fault}`)
    const step = made.length
    const said = { thought: thoughtOf(walk, step), ...(upstream.isSigned && { signature: signatureOf(walk, step) }) }
    // The limit stops a client that loses its steps: its walk would not end.
    if (step >= steps || walked.requests > 2 * (steps + 1)) {
      walked.isFinished = true
      return write({ ...said, text: walked.answer })
    }
    const errand: Errand = { kind: step === 0 ? 'read' : 'list', file: walk.file, folder: walk.folder }
    const call = callFor(errand, tools)
    if (call === undefined) {
      walked.faults.push(`no tool to ${errand.kind} with among ${tools.map(({ name }) => name).join(', ')}`)
      return write({ text: 'There is no tool.' })
    }
    return write({ ...said, calls: [{ id: `call_${walk.marker}_${step}`, ...call }] })
  }

  /** Gives each response its own id: clients join responses with the same id. */
  function named({ body, ...served }: Served): Served {
    const { responseId } = upstream
    if (responseId === undefined) return { ...served, body }
    return { ...served, body: Buffer.from(body.toString('utf8').replaceAll(responseId, `${responseId}-${answered++}`)) }
  }

  function faultsOf(made: readonly Step[], body: string): string[] {
    return made.flatMap(({ thought, signatures, calls, kept }, step) => {
      // OpenAI stores items unless `store` is false, and clients then send only their ids.
      if (kept !== undefined) return kept === `rs_call_${walk.marker}_${step}` ? [] : [`step ${step} names ${kept}`]
      const meant = thoughtOf(walk, step)
      const seal = signatureOf(walk, step)
      const found: string[] = []
      // Gemini requires the signature; the text is optional.
      const isOptional = format === 'gemini' && thought === ''
      if (thought !== meant && !isOptional) found.push(`the thought of step ${step} is ${JSON.stringify(thought)}`)
      if (upstream.isSigned && signatures.join() !== seal) found.push(`the signature of step ${step} is ${JSON.stringify(signatures)}`)
      if (calls.length !== 1) found.push(`step ${step} has ${calls.length} calls`)
      const times = body.split(JSON.stringify(`Step ${step} of thought-${walk.marker}`).slice(1, -1)).length - 1
      const allowed = body.includes('"reasoning_details"') ? 2 : 1
      if (times > allowed) found.push(`the thought of step ${step} is there ${times} times`)
      return found
    })
  }
}

const refusal = (message: string, code: string): Served => ({
  status: 400,
  type: 'application/json',
  body: Buffer.from(
    JSON.stringify({
      type: 'error',
      error: { type: 'invalid_request_error', message, details: { error_code: code, unsupported: ['thread'] } },
    }),
  ),
})
