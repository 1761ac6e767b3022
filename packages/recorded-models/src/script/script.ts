/**
 * A conversation with a model, written by hand: the model's output in each turn, and its form on the wire. `cutTurn`
 * splits it into tokens; `writeStream` and `writeWhole` create the bytes of a response.
 */
export interface Script {
  /** Server whose wire form is used. */
  server: 'llama-server-b10573' | 'llama-server-b6240' | 'vllm' | 'openrouter'
  /** The server's name of the model. */
  model: string
  id: string
  /** Unix seconds. */
  created: number
  /** `apart`: reasoning and tool calls have separate fields. `content`: all text, delimiters included, is in `content`. */
  fields: 'apart' | 'content'
  /** True if the tokenizer splits delimiters into several tokens. Default: one token each. */
  spelt?: boolean
  /** Milliseconds until the first token. */
  firstMs: number
  tokensPerSecond: number
  promptTokens: number
  /** Responses in order. After the last one the conversation begins again. */
  turns: readonly (readonly ScriptPiece[])[]
  /** The response to a request that turns thinking off. */
  direct?: readonly ScriptPiece[]
}

/**
 * A piece of a turn.
 * - `markup`: delimiters of the format, in `content`.
 * - `call`: name and arguments of a tool call. With `fields: 'content'` only the arguments are written; the markup
 * before has the name.
 * - `leaked`: reasoning that the server leaves in `content`, whatever `fields` is.
 * - `seal`: encrypted reasoning.
 * - `pause`: milliseconds without a token.
 * - `finish`: the finish reason. Default: `stop`, or `tool_calls` after a call in a separate field.
 */
export type ScriptPiece =
  | readonly [kind: 'markup' | 'reasoning' | 'leaked' | 'commentary' | 'answer' | 'seal' | 'finish', text: string]
  | readonly [kind: 'call', name: string, args: string]
  | readonly [kind: 'pause', ms: number]

/** Output that the server sends at once. */
export interface ScriptToken {
  kind: 'reasoning' | 'content' | 'call' | 'seal'
  text: string
  /** Present on the first token of a call. */
  call?: { index: number; name: string }
  /** Milliseconds after the previous token. */
  afterMs: number
}

export interface CutTurn {
  tokens: readonly ScriptToken[]
  finish: string
}

/** A delimiter of a format, as one token. */
const delimiter = String.raw`<\|\w+\|>|<\/?think>`
/** Splits text roughly like tokenizers of Qwen and Llama: a space belongs to the next word, each digit is a token, a long word is several. */
const words = String.raw`\s*\p{L}{1,8}|[^\S\n]*\d|[^\S\n]*[^\p{L}\d\s]{1,3}|\s+`
const whole = new RegExp(`${delimiter}|${words}`, 'gu')
const spelt = new RegExp(String.raw`<\/?|think|>|${words}`, 'gu')

/** Splits a turn into tokens with times. The result is always the same, so that a replay is repeatable. */
export function cutTurn(script: Script, turn: readonly ScriptPiece[]): CutTurn {
  const tokens: ScriptToken[] = []
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

  function kindOf(kind: 'markup' | 'reasoning' | 'leaked' | 'commentary' | 'answer'): ScriptToken['kind'] {
    return kind === 'reasoning' && script.fields === 'apart' ? 'reasoning' : 'content'
  }

  function addCall(name: string, args: string): void {
    if (script.fields === 'content') return cut(args).forEach((text) => add('content', text))
    cut(args).forEach((text, index) => add('call', text, { index: calls, name: index === 0 ? name : '' }))
    calls++
  }

  function add(kind: ScriptToken['kind'], text: string, call?: ScriptToken['call']): void {
    tokens.push({ kind, text, ...(call && { call }), afterMs: Math.round(wait) })
    wait = (1000 / script.tokensPerSecond) * unevenness(tokens.length)
  }

  function cut(text: string): string[] {
    return text.match(script.spelt === true ? spelt : whole) ?? []
  }
}

/** Varies the time of a token between 0.6 and 1.4, by its number, as real servers do. */
const unevenness = (index: number): number => 0.6 + ((index * 7919) % 81) / 100
