import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer, DescribedUpstream, Served } from '@reason/exchanges/described'
import { requestFormats, type Json, type Step } from './request.ts'
import { callFor, type Errand } from './tool-call.ts'

/** How many turns the model calls a tool in before it answers. */
const steps = 2

export interface Walk {
  /** Text of the prompt by which its requests are known. */
  marker: string
  file: string
  folder: string
}

export interface Walked {
  /** What the client is to say at its end. */
  answer: string
  /** Requests that offered tools and had the marker. */
  requests: number
  /** What did not come back as it went out, in the order of the requests. */
  faults: string[]
  isFinished: boolean
}

export interface ScriptedUpstream {
  origin: string
  /** Begins a walk; the one before is over. */
  begin(walk: Walk): Walked
  /** Bodies of the walk so far. */
  requests(): readonly string[]
  close(): void
}

/** What the model thinks in a step: with all that JSON and terminals treat in a way of their own. */
const thoughtOf = ({ marker }: Walk, step: number): string =>
  `Step ${step} of thought-${marker}: they ask for “notes”.\n\nSo I look:\t{"a": [1, null]} \\ 🌧️ <b>&amp;</b> first.\n`

const signatureOf = ({ marker }: Walk, step: number): string => Buffer.from(`seal ${step} of ${marker} ÿ??>`, 'latin1').toString('base64')

/** An upstream that demands two calls and then answers, and looks at what comes back of the turns before. */
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
    // The SDK of Messages then sends the whole conversation.
    if (parsed['thread'] !== undefined) return refusal('No conversations are kept here.', 'thread_unsupported_request')
    const isStream = parsed['stream'] === true || /stream/i.test(url)
    const write = (said: Answer): Served => named(isStream ? upstream.streamed(said) : upstream.whole(said))
    const { tools, steps: made } = requestFormats[format].read(parsed)
    // Titles, checks of a key and the like.
    if (tools.length === 0 || !body.includes(walk.marker)) return write({ text: 'A walk' })
    walked.requests++
    for (const fault of faultsOf(made, body)) walked.faults.push(`request ${walked.requests}: ${fault}`)
    const step = made.length
    const said = { thought: thoughtOf(walk, step), ...(upstream.isSigned && { signature: signatureOf(walk, step) }) }
    // A client that loses its own steps would walk for ever.
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

  /** Each response has a name of its own: clients join what has the same. */
  function named({ body, ...served }: Served): Served {
    const { responseId } = upstream
    if (responseId === undefined) return { ...served, body }
    return { ...served, body: Buffer.from(body.toString('utf8').replaceAll(responseId, `${responseId}-${answered++}`)) }
  }

  function faultsOf(made: readonly Step[], body: string): string[] {
    return made.flatMap(({ thought, signatures, calls, kept }, step) => {
      // OpenAI keeps what it is not told to forget, and clients name it.
      if (kept !== undefined) return kept === `rs_call_${walk.marker}_${step}` ? [] : [`step ${step} names ${kept}`]
      const meant = thoughtOf(walk, step)
      const seal = signatureOf(walk, step)
      const found: string[] = []
      // Gemini wants the signature, and takes the text or leaves it.
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
