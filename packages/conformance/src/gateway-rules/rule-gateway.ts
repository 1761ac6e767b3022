/** What the kit needs of a gateway of `@reason/gateway`. */
export interface RuleGateway {
  fetch(request: Request): Promise<Response>
  close(options?: { timeoutMs?: number }): Promise<void>
}

/** `createGateway` of `@reason/gateway`, as the kit calls it. */
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

/** A word that only the thought has. */
export const secret = 'Zanzibar'

/** What the model says. */
export const thinking = `<think>\n17 times 3 is 51, as they say in ${secret}.\n</think>\n\nIt is 51, 😀 and no more.`

interface Asking {
  request: Readonly<Record<string, unknown>>
  /** Default: that of Chat Completions. */
  path?: string
  stream?: boolean
  visibility?: 'full' | 'none'
  /** How the upstream cuts what the model says. Default: in two. */
  pieces?: readonly string[]
  /** Default: all goes well. */
  ending?: 'fails' | 'breaks off' | 'client leaves'
}

/** What became of a request. */
export interface Outcome {
  status: number
  /** Of the error. */
  code: string | undefined
  /** How often the upstream was asked. */
  asked: number
  /** All that the client got. */
  text: string
  reasoning: string
  answer: string
  /** What the gateway logged as errors. */
  errors: string[]
}

/** Sends one request through a gateway with the rule, before a model on paper. */
export async function ask<Rule>(createGateway: CreateRuleGateway<Rule>, rule: Rule, asking: Asking): Promise<Outcome> {
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

interface Message {
  content?: string | null
  reasoning_content?: string | null
}

/** What a client of Chat Completions makes of it. */
function read(text: string, isStream: boolean): Pick<Outcome, 'code' | 'reasoning' | 'answer'> {
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
  choices?: { delta?: Message; message?: Message }[]
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
