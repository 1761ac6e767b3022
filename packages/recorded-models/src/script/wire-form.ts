import type { CutTurn, Script, ScriptToken } from './script.ts'

type Json = Readonly<Record<string, unknown>>

/** Wire form of a server's chat completions: its fields, in its order. */
interface WireForm {
  /** Bytes before the first event. */
  preamble: string
  chunk(script: Script, choice: Json | undefined, more: Json): Json
  /** The delta before any text. Absent if the role is on every delta. */
  opening?: Json
  choice(delta: Json, finish: string | null): Json
  delta(token: ScriptToken): Json
  /** The delta with the finish reason. */
  closing: Json
  message(said: Said): Json
  wholeChoice(message: Json, finish: string): Json
  whole(script: Script, choice: Json, more: Json): Json
  usage(script: Script, turn: CutTurn): Json
}

interface Said {
  reasoning: string
  content: string
  calls: readonly { name: string; args: string }[]
  seals: readonly string[]
}

/** Creates the events of a streamed response, each with its bytes. The last two are the usage and the end. */
export function writeStream(script: Script, turn: CutTurn): { text: string; afterMs: number }[] {
  const form = forms[script.server]
  const event = (choice: Json | undefined, more: Json = {}): string => `data: ${JSON.stringify(form.chunk(script, choice, more))}\n\n`
  const [first] = turn.tokens
  // The server sends the role with the first token, not before.
  const opening = form.preamble + (form.opening === undefined ? '' : event(form.choice(form.opening, null)))
  return [
    { text: opening, afterMs: first?.afterMs ?? script.firstMs },
    ...turn.tokens.map((token, index) => ({ text: event(form.choice(form.delta(token), null)), afterMs: index === 0 ? 0 : token.afterMs })),
    { text: event(form.choice(form.closing, turn.finish)), afterMs: 10 },
    { text: event(undefined, form.usage(script, turn)), afterMs: 0 },
    { text: 'data: [DONE]\n\n', afterMs: 0 },
  ]
}

export function writeWhole(script: Script, turn: CutTurn): string {
  const form = forms[script.server]
  return JSON.stringify(form.whole(script, form.wholeChoice(form.message(saidIn(turn)), turn.finish), form.usage(script, turn)))
}

function saidIn({ tokens }: CutTurn): Said {
  const of = (kind: ScriptToken['kind']): string[] => tokens.filter((token) => token.kind === kind).map(({ text }) => text)
  const calls: { name: string; args: string }[] = []
  for (const { call, text } of tokens) {
    if (call === undefined) continue
    const begun = (calls[call.index] ??= { name: call.name, args: '' })
    begun.args += text
  }
  return { reasoning: of('reasoning').join(''), content: of('content').join(''), calls, seals: of('seal') }
}

const callId = (index: number): string => `${'k3Vn8QpYw2LxT7mRbD5sHcJ9fGzA4eU'}${index}`

const tokenCount = ({ tokens }: CutTurn): number => tokens.length + 1
const millisOf = ({ tokens }: CutTurn): number => tokens.slice(1).reduce((sum, { afterMs }) => sum + afterMs, 0)

function llamaTimings(script: Script, turn: CutTurn, hasCache: boolean): Json {
  const spent = (name: string, count: number, ms: number): Json => ({
    [`${name}_n`]: count,
    [`${name}_ms`]: ms,
    [`${name}_per_token_ms`]: ms / count,
    [`${name}_per_second`]: (count / ms) * 1000,
  })
  return {
    ...(hasCache && { cache_n: 0 }),
    ...spent('prompt', script.promptTokens, script.firstMs),
    ...spent('predicted', tokenCount(turn), millisOf(turn)),
  }
}

function llamaServer(fingerprint: string, isNewer: boolean): WireForm {
  const about = ({ created, id, model }: Script, object: string): [Json, Json] => [
    { created },
    { id: `chatcmpl-${id}`, model, system_fingerprint: fingerprint, object },
  ]
  return {
    preamble: '',
    opening: { role: 'assistant', content: null },
    chunk(script, choice, more) {
      const [created, rest] = about(script, 'chat.completion.chunk')
      return { choices: choice === undefined ? [] : [choice], ...created, ...rest, ...more }
    },
    choice: (delta, finish) => ({ finish_reason: finish, index: 0, delta }),
    delta: ({ kind, text, call }) =>
      call === undefined
        ? { [kind === 'reasoning' ? 'reasoning_content' : 'content']: text }
        : {
            tool_calls: [
              call.name === ''
                ? { index: call.index, function: { arguments: text } }
                : { index: call.index, id: callId(call.index), type: 'function', function: { name: call.name, arguments: text } },
            ],
          },
    closing: {},
    message: ({ reasoning, content, calls }) => ({
      role: 'assistant',
      content,
      ...(reasoning !== '' && { reasoning_content: reasoning }),
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ name, args }, index) => ({ type: 'function', function: { name, arguments: args }, id: callId(index) })),
      }),
    }),
    wholeChoice: (message, finish) => ({ finish_reason: finish, index: 0, message }),
    whole(script, choice, more) {
      const { created, model, id } = script
      const { usage, timings } = more
      return {
        choices: [choice],
        created,
        model,
        system_fingerprint: fingerprint,
        object: 'chat.completion',
        usage,
        id: `chatcmpl-${id}`,
        timings,
      }
    },
    usage: (script, turn) => ({
      usage: {
        completion_tokens: tokenCount(turn),
        prompt_tokens: script.promptTokens,
        total_tokens: script.promptTokens + tokenCount(turn),
        ...(isNewer && { prompt_tokens_details: { cached_tokens: 0 } }),
      },
      timings: llamaTimings(script, turn, isNewer),
    }),
  }
}

const vllm: WireForm = {
  preamble: '',
  opening: { role: 'assistant', content: '' },
  chunk: ({ id, created, model }, choice, more) => ({
    id: `chatcmpl-${id}`,
    object: 'chat.completion.chunk',
    created,
    model,
    choices: choice === undefined ? [] : [choice],
    ...more,
  }),
  choice: (delta, finish) => ({ index: 0, delta, logprobs: null, finish_reason: finish, ...(finish !== null && { stop_reason: null }) }),
  delta: ({ text }) => ({ content: text }),
  closing: { content: '' },
  message: ({ content }) => ({
    role: 'assistant',
    content,
    refusal: null,
    annotations: null,
    audio: null,
    function_call: null,
    tool_calls: [],
    reasoning_content: null,
  }),
  wholeChoice: (message, finish) => ({ index: 0, message, logprobs: null, finish_reason: finish, stop_reason: null }),
  whole: ({ id, created, model }, choice, { usage }) => ({
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created,
    model,
    choices: [choice],
    service_tier: null,
    system_fingerprint: null,
    usage,
    prompt_logprobs: null,
  }),
  usage: ({ promptTokens }, turn) => ({
    usage: { prompt_tokens: promptTokens, total_tokens: promptTokens + tokenCount(turn), completion_tokens: tokenCount(turn) },
  }),
}

const sealed = (data: string): Json => ({
  reasoning_details: [{ type: 'reasoning.encrypted', data, format: 'openai-responses-v1', index: 0 }],
})

const openrouter: WireForm = {
  preamble: ': OPENROUTER PROCESSING\n\n',
  chunk: ({ id, created, model }, choice, more) => ({
    id: `gen-${created}-${id}`,
    object: 'chat.completion.chunk',
    created,
    model,
    provider: 'OpenAI',
    choices: [choice ?? openrouter.choice(openrouter.closing, 'stop')],
    ...more,
  }),
  choice: (delta, finish) => ({ index: 0, delta, finish_reason: finish, native_finish_reason: finish === null ? null : 'completed' }),
  delta: ({ kind, text }) =>
    kind === 'content'
      ? { content: text, role: 'assistant' }
      : {
          content: '',
          role: 'assistant',
          reasoning: kind === 'reasoning' ? text : null,
          ...(kind === 'seal'
            ? sealed(text)
            : { reasoning_details: [{ type: 'reasoning.summary', summary: text, format: 'openai-responses-v1', index: 0 }] }),
        },
  closing: { content: '', role: 'assistant' },
  message: ({ content, reasoning, seals }) => ({
    role: 'assistant',
    content,
    refusal: null,
    reasoning: reasoning === '' ? null : reasoning,
    reasoning_details: [
      ...(reasoning === '' ? [] : [{ type: 'reasoning.summary', summary: reasoning, format: 'openai-responses-v1', index: 0 }]),
      ...seals.flatMap((data) => sealed(data)['reasoning_details'] as Json[]),
    ],
  }),
  wholeChoice: (message, finish) => ({ logprobs: null, finish_reason: finish, native_finish_reason: 'completed', index: 0, message }),
  whole: ({ id, created, model }, choice, { usage }) => ({
    id: `gen-${created}-${id}`,
    object: 'chat.completion',
    created,
    model,
    provider: 'OpenAI',
    choices: [choice],
    usage,
  }),
  usage({ promptTokens }, turn) {
    const { length } = turn.tokens.filter(({ kind }) => kind === 'content')
    // The encrypted reasoning is longer than the visible summary. Four characters of base64 are about one token.
    const thought = turn.tokens.filter(({ kind }) => kind === 'seal').reduce((sum, { text }) => sum + Math.round(text.length / 4), 0)
    return {
      usage: {
        prompt_tokens: promptTokens,
        completion_tokens: length + thought,
        total_tokens: promptTokens + length + thought,
        completion_tokens_details: { reasoning_tokens: thought },
      },
    }
  },
}

const forms: Readonly<Record<Script['server'], WireForm>> = {
  'llama-server-b10573': llamaServer('b10573-d775b8967', true),
  'llama-server-b6240': llamaServer('b6240-54a241f5', false),
  vllm,
  openrouter,
}
