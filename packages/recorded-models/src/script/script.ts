/**
 * A conversation with a model, written by hand: what the model says in each turn, and how its server puts that on the wire.
 * `cutTurn` makes tokens of it, `writeStream` and `writeWhole` the bytes of a response.
 */
export interface Script {
  /** The server whose wire form is written. */
  server: 'llama-server-b10573' | 'llama-server-b6240' | 'vllm' | 'openrouter'
  /** What the server calls the model. */
  model: string
  id: string
  /** Unix seconds. */
  created: number
  /** `apart`: reasoning and tool calls have fields of their own. `content`: all text, delimiters included, is in `content`. */
  fields: 'apart' | 'content'
  /** Delimiters are ordinary text to the tokenizer, so that a delimiter comes in several tokens. Default: one token each. */
  spelt?: boolean
  /** Milliseconds until the first token. */
  firstMs: number
  tokensPerSecond: number
  promptTokens: number
  /** Responses, one after the other. After the last one the conversation begins again. */
  turns: readonly (readonly Piece[])[]
  /** The response to a request that turns thinking off. */
  direct?: readonly Piece[]
}

/**
 * - `markup`: delimiters of the format, in `content`.
 * - `call`: name and arguments of a tool call. With `fields: 'content'` only the arguments are written; the name is in the markup before.
 * - `leaked`: reasoning that the server leaves in `content`, whatever `fields` says.
 * - `seal`: encrypted reasoning.
 * - `pause`: milliseconds without a token.
 * - `finish`: the finish reason. Default: `stop`, or `tool_calls` behind a call that is apart.
 */
export type Piece =
  | readonly [kind: 'markup' | 'reasoning' | 'leaked' | 'commentary' | 'answer' | 'seal' | 'finish', text: string]
  | readonly [kind: 'call', name: string, args: string]
  | readonly [kind: 'pause', ms: number]

/** What the server sends at once. */
export interface Token {
  kind: 'reasoning' | 'content' | 'call' | 'seal'
  text: string
  /** Of the first token of a call. */
  call?: { index: number; name: string }
  /** Milliseconds after the one before. */
  afterMs: number
}

export interface CutTurn {
  tokens: readonly Token[]
  finish: string
}

/** A delimiter of a format, as one token. */
const delimiter = String.raw`<\|\w+\|>|<\/?think>`
/** About as tokenizers of Qwen and Llama cut: a blank belongs to the word behind it, each digit is a token, a long word is several. */
const words = String.raw`\s*\p{L}{1,8}|[^\S\n]*\d|[^\S\n]*[^\p{L}\d\s]{1,3}|\s+`
const whole = new RegExp(`${delimiter}|${words}`, 'gu')
const spelt = new RegExp(String.raw`<\/?|think|>|${words}`, 'gu')

/** Cuts a turn into tokens with times. The same turn gives the same tokens: a replay can be repeated. */
export function cutTurn(script: Script, turn: readonly Piece[]): CutTurn {
  const tokens: Token[] = []
  let wait = script.firstMs
  let calls = 0
  let finish: string | undefined
  for (const piece of turn) {
    if (piece[0] === 'pause') wait += piece[1]
    else if (piece[0] === 'finish') finish = piece[1]
    else if (piece[0] === 'seal') add('seal', piece[1])
    else if (piece[0] === 'call') addCall(piece[1], piece[2])
    else for (const text of cut(piece[1])) add(kindOf(piece[0]), text)
  }
  return { tokens, finish: finish ?? (calls > 0 ? 'tool_calls' : 'stop') }

  function kindOf(kind: 'markup' | 'reasoning' | 'leaked' | 'commentary' | 'answer'): Token['kind'] {
    return kind === 'reasoning' && script.fields === 'apart' ? 'reasoning' : 'content'
  }

  function addCall(name: string, args: string): void {
    if (script.fields === 'content') return cut(args).forEach((text) => add('content', text))
    cut(args).forEach((text, index) => add('call', text, { index: calls, name: index === 0 ? name : '' }))
    calls++
  }

  function add(kind: Token['kind'], text: string, call?: Token['call']): void {
    tokens.push({ kind, text, ...(call && { call }), afterMs: Math.round(wait) })
    wait = (1000 / script.tokensPerSecond) * unevenness(tokens.length)
  }

  function cut(text: string): string[] {
    return text.match(script.spelt === true ? spelt : whole) ?? []
  }
}

/** No server is a clock: 0.6 to 1.4 of the time that a token takes, by the number of the token. */
const unevenness = (index: number): number => 0.6 + ((index * 7919) % 81) / 100
