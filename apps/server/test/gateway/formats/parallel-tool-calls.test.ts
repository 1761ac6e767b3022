import type { WireFormat } from '@reason/core'
import type { WrittenRequest } from '@reason/core/wire'
import { bedrockConverse } from '@reason/providers-bedrock'
import { anthropicMessages } from '@reason/providers-anthropic'
import { cohere } from '@reason/providers-cohere'
import { gemini, geminiInteractions } from '@reason/providers-google'
import { ollama } from '@reason/providers-ollama'
import { openaiChat, openaiResponses } from '@reason/providers-openai'
import { describe, expect, it } from 'vitest'

const question = 'Is it colder in Oslo or in Bergen?'
const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const named = { name: 'get_weather', description: 'Weather now.' }

/** A client's request in each API: the tool, and what it says of several calls at once. */
const asked = {
  chat: (tool: boolean, parallel?: boolean) => ({
    model: 'm',
    messages: [{ role: 'user', content: question }],
    ...(tool && { tools: [{ type: 'function', function: { ...named, parameters } }] }),
    ...(parallel !== undefined && { parallel_tool_calls: parallel }),
  }),
  responses: (tool: boolean, parallel?: boolean) => ({
    model: 'm',
    input: question,
    ...(tool && { tools: [{ type: 'function', ...named, parameters, strict: false }] }),
    ...(parallel !== undefined && { parallel_tool_calls: parallel }),
  }),
  messages: (tool: boolean, parallel?: boolean) => ({
    model: 'm',
    max_tokens: 100,
    messages: [{ role: 'user', content: question }],
    ...(tool && { tools: [{ ...named, input_schema: parameters }] }),
    ...(parallel !== undefined && { tool_choice: { type: 'auto', disable_parallel_tool_use: !parallel } }),
  }),
}
type Api = keyof typeof asked

const wires: Record<Api, WireFormat> = { chat: openaiChat(), responses: openaiResponses(), messages: anthropicMessages() }
const apis = Object.keys(wires) as Api[]
const pairs = apis.flatMap((from) => apis.filter((to) => to !== from).map((to) => [from, to] as const))

function convert(from: Api, to: WireFormat, tool: boolean, parallel?: boolean): WrittenRequest {
  const conversation = wires[from].readRequest!(asked[from](tool, parallel))
  return to.writeRequest!(conversation, { wire: to.id, model: 'm' })
}

/** The setting for parallel calls in a request, in every API. */
function saidIn(body: unknown): boolean | undefined {
  const { parallel_tool_calls: parallel, tool_choice: choice } = body as {
    parallel_tool_calls?: boolean
    tool_choice?: { disable_parallel_tool_use?: boolean }
  }
  return parallel ?? (choice?.disable_parallel_tool_use === undefined ? undefined : !choice.disable_parallel_tool_use)
}

describe('whether a model may call several tools at once', () => {
  it.each(pairs)('goes from %s to %s where it may not', (from, to) => {
    const { body, notCarried } = convert(from, wires[to], true, false)
    expect(saidIn(body)).toBe(false)
    expect(notCarried).toEqual([])
  })

  it.each(pairs)('is no loss from %s to %s where it is allowed, or not mentioned', (from, to) => {
    for (const parallel of [true, undefined]) {
      const { body, notCarried } = convert(from, wires[to], true, parallel)
      expect(saidIn(body)).not.toBe(false)
      expect(notCarried).toEqual([])
    }
    expect(saidIn(convert(from, wires[to], true).body)).toBeUndefined()
  })

  it.each(pairs)('is not said from %s to %s where there is no tool: it is refused there', (from, to) => {
    const { body } = convert(from, wires[to], false, false)
    expect(body).not.toHaveProperty('parallel_tool_calls')
    expect(body).not.toHaveProperty('tool_choice')
  })

  it('stays beside the choice of a tool', () => {
    const body = { ...asked.chat(true, false), tool_choice: 'required' }
    expect(wires.messages.writeRequest!(wires.chat.readRequest!(body), { wire: '', model: 'm' }).body).toMatchObject({
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
    })
    const chosen = { ...asked.messages(true), tool_choice: { type: 'tool', name: named.name, disable_parallel_tool_use: true } }
    expect(wires.chat.writeRequest!(wires.messages.readRequest!(chosen), { wire: '', model: 'm' }).body).toMatchObject({
      tool_choice: { type: 'function', function: { name: named.name } },
      parallel_tool_calls: false,
    })
  })

  it.each(apis)('comes back as it was written in %s, unless it was changed', (api) => {
    for (const parallel of [true, false]) {
      const conversation = wires[api].readRequest!(asked[api](true, parallel))
      expect(conversation.parallelToolCalls).toBe(parallel)
      const write = (change: object) => wires[api].writeRequest!({ ...conversation, ...change }, { wire: '', model: 'm' }).body
      expect(write({})).toMatchObject(asked[api](true, parallel))
      expect(saidIn(write({ parallelToolCalls: undefined }))).toBeUndefined()
      expect(saidIn(write({ parallelToolCalls: false }))).toBe(false)
      expect(saidIn(write({ parallelToolCalls: true }))).not.toBe(false)
    }
  })

  it.each([bedrockConverse(), cohere(), gemini(), geminiInteractions(), ollama()].map((wire) => [wire.id, wire] as const))(
    'has no place in %s, which says so',
    (_, wire) => {
      for (const api of apis) {
        const lost = (parallel?: boolean) => convert(api, wire, true, parallel).notCarried
        expect(lost(false)).toEqual(['one call at a time'])
        expect(lost(true)).toEqual([])
        expect(lost()).toEqual([])
      }
    },
  )
})
