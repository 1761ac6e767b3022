import { describe, expect, it } from 'vitest'
import { readRecording } from '../src/index.ts'
import { writeStream, writeWhole, type CutTurn, type Script, type ScriptToken } from '../src/script/index.ts'

interface Chunk {
  id: string
  model: string
  created: number
  choices: {
    finish_reason: string | null
    delta: {
      content?: string | null
      reasoning_content?: string
      tool_calls?: { index: number; function: { name?: string; arguments: string } }[]
    }
  }[]
  usage?: { prompt_tokens: number }
}

/** The recording of llama-server, split without our parsers. */
function readCapture(file: string): { script: Script; turn: CutTurn; events: string[] } {
  const events = readRecording(file)
    .toString()
    .split(/(?<=\n\n)/)
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)) as Chunk)
  const { id, model, created } = chunks[0]!
  const tokens = chunks.flatMap(({ choices: [choice] }): ScriptToken[] => {
    const { content, reasoning_content: reasoning, tool_calls: calls } = choice?.delta ?? {}
    if (calls !== undefined)
      return calls.map(({ index, function: { name = '', arguments: text } }) => ({ kind: 'call', text, call: { index, name }, afterMs: 1 }))
    if (reasoning !== undefined) return [{ kind: 'reasoning', text: reasoning, afterMs: 1 }]
    return typeof content === 'string' ? [{ kind: 'content', text: content, afterMs: 1 }] : []
  })
  const finish = chunks.findLast(({ choices }) => choices.length > 0)!.choices[0]!.finish_reason!
  const script: Script = {
    server: file.startsWith('b6240') ? 'llama-server-b6240' : 'llama-server-b10573',
    id: id.replace('chatcmpl-', ''),
    model,
    created,
    fields: 'apart',
    firstMs: 1,
    tokensPerSecond: 1000,
    promptTokens: chunks.at(-1)!.usage!.prompt_tokens,
    turns: [],
  }
  return { script, turn: { tokens, finish }, events }
}

/** Ids of calls are random, and times are those of one run. */
const comparable = (event: string): string => event.replaceAll(/"id":"\w{32}"/g, '"id":"…"')
const shapeOf = (event: string): string => event.replaceAll(/:[\d.]+/g, ':0')

describe.each([
  ['qwen3-none', 48],
  ['qwen3-auto', 43],
  ['qwen3-auto-tool', 15],
  ['b6240-deepseek-r1-none', 45],
  ['b6240-gpt-oss-none', 44],
])('the events of %s', (name, count) => {
  it('are written as the server wrote them, byte for byte', () => {
    const { script, turn, events } = readCapture(`${name}-stream.sse`)
    const written = writeStream(script, turn).map(({ text }) => text)
    expect(events).toHaveLength(count)
    expect([...written.slice(0, -2), written.at(-1)!].map(comparable)).toEqual([...events.slice(0, -2), events.at(-1)!].map(comparable))
    expect(shapeOf(written.at(-2)!)).toBe(shapeOf(events.at(-2)!))
  })

  it('add up to the whole response', () => {
    const { script, turn } = readCapture(`${name}-stream.sse`)
    const whole = readRecording(`${name}-json.json`).toString()
    const ours = (text: string): string => shapeOf(text.replaceAll(/"(id|model)":"[^"]*"/g, '"$1":"…"'))
    expect(ours(writeWhole(script, turn))).toBe(ours(whole))
  })
})
