/** The methods of a `@reason/gateway` gateway that the kit uses. */
export interface RuleGateway {
  fetch(request: Request): Promise<Response>
  close(options?: { timeoutMs?: number }): Promise<void>
}

/** `createGateway` of `@reason/gateway`, with the options that the kit uses. */
export type CreateRuleGateway<Rule> = (options: {
  upstream: string
  startProbe: false
  visibility: 'full' | 'none'
  rules: readonly Rule[]
  fetch: typeof globalThis.fetch
  log: RuleLog
}) => RuleGateway

type LogMethod = (details: object, message: string) => void

interface RuleLog {
  debug: LogMethod
  info: LogMethod
  warn: LogMethod
  error: LogMethod
}

/** A word that occurs only in the thought. */
export const secret = 'Zanzibar'

/** The model's output. */
export const thinking = `<think>\n17 times 3 is 51, as they say in ${secret}.\n</think>\n\nIt is 51, 😀 and no more.`

interface RuleRequest {
  request: Readonly<Record<string, unknown>>
  /** Default: the path of Chat Completions. */
  path?: string
  stream?: boolean
  visibility?: 'full' | 'none'
  /** Chunks of the upstream's answer. Default: two. */
  pieces?: readonly string[]
  /** Failure to simulate. Default: none. */
  ending?: 'fails' | 'breaks off' | 'client leaves'
}

/** Outcome of a request. */
export interface GatewayExchange {
  status: number
  code: string | undefined
  /** Number of requests to the upstream. */
  asked: number
  /** The complete response text. */
  text: string
  reasoning: string
  answer: string
  /** Errors that the gateway logged. */
  errors: string[]
}

/** Sends one request through a gateway with the rule to a simulated model. */
export async function ask<Rule>(createGateway: CreateRuleGateway<Rule>, rule: Rule, asking: RuleRequest): Promise<GatewayExchange> {
  const { request, path = '/v1/chat/completions', stream = false, visibility = 'full', ending } = asking
  const pieces = asking.pieces ?? [thinking.slice(0, 30), thinking.slice(30)]
  const errors: string[] = []
  let asked = 0
  const silent = (): void => {}
  const gateway = createGateway({
    upstream: 'http://model.example/v1',
    startProbe: false,
    visibility,
    rules: [rule],
    fetch: async (_, init) => {
      asked++
      const { stream: isStream } = JSON.parse(await new Response(init?.body as ConstructorParameters<typeof Response>[0]).text()) as {
        stream?: boolean
      }
      if (ending === 'fails') return Response.json({ error: { message: 'The model failed.' } }, { status: 500 })
      return isStream === true ? streamed(pieces, ending === 'breaks off') : whole(pieces.join(''))
    },
    log: { debug: silent, info: silent, warn: silent, error: (details, message) => void errors.push(`${message}: ${inWords(details)}`) },
  })
  const leaves = new AbortController()
  try {
    const response = await gateway.fetch(
      new Request(`http://gateway.example${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'qwen3-8b', stream, ...request }),
        signal: leaves.signal,
      }),
    )
    if (ending === 'client leaves') {
      leaves.abort()
      await response.body?.cancel().catch(silent)
    }
    const text = ending === 'client leaves' ? '' : await response.text().catch(String)
    return { status: response.status, asked, text, errors, ...read(text, stream) }
  } finally {
    await gateway.close({ timeoutMs: 1000 })
  }
}

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'qwen3-8b', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

function streamed(pieces: readonly string[], breaksOff: boolean): Response {
  const encoder = new TextEncoder()
  const events = pieces.filter((piece) => piece !== '').map((content) => chunk({ content }))
  const all = breaksOff ? events.slice(0, 1) : [...events, chunk({}, 'stop'), 'data: [DONE]\n\n']
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const event = all.shift()
      if (event !== undefined) controller.enqueue(encoder.encode(event))
      else if (breaksOff) controller.error(new TypeError('The connection was closed.'))
      else controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

const whole = (content: string): Response =>
  Response.json({
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'qwen3-8b',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  })

interface ChoiceMessage {
  content?: string | null
  reasoning_content?: string | null
}

/** Reads the response as a client of Chat Completions does. */
function read(text: string, isStream: boolean): Pick<GatewayExchange, 'code' | 'reasoning' | 'answer'> {
  const bodies = isStream && !text.startsWith('{') ? Array.from(text.matchAll(/^data: (\{.*)$/gm), ([, json]) => json!) : [text]
  let [code, reasoning, answer]: [string | undefined, string, string] = [undefined, '', '']
  for (const body of bodies) {
    const { error, choices } = parsed(body)
    code ??= error?.code ?? undefined
    const said = choices?.[0]?.delta ?? choices?.[0]?.message
    reasoning += said?.reasoning_content ?? ''
    answer += said?.content ?? ''
  }
  return { code, reasoning, answer }
}

interface Body {
  error?: { code?: string | null }
  choices?: { delta?: ChoiceMessage; message?: ChoiceMessage }[]
}

function parsed(body: string): Body {
  try {
    return JSON.parse(body) as Body
  } catch {
    return {}
  }
}

function inWords(details: object): string {
  const { message, cause } = ((details as { err?: object }).err ?? {}) as { message?: string; cause?: unknown }
  return [message, cause]
    .filter((one) => one !== undefined)
    .map(String)
    .join(': ')
}
