import Anthropic from '@anthropic-ai/sdk'
import { describedChats, describedUpstreams, type Answer, type DescribedUpstream } from '@reason/exchanges/described'
import OpenAI from 'openai'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startScripted } from '../../matrix/upstream.ts'
import { startGateway } from '../../support/gateway.ts'

const upstreams: readonly (readonly [name: string, format: string, upstream: DescribedUpstream])[] = [
  ...Object.entries(describedUpstreams).map(([name, upstream]) => [name, name, upstream] as const),
  ...Object.entries(describedChats).map(([name, upstream]) => [name, 'openai-chat', upstream] as const),
]

const thoughtOf = (step: number): string => `Step ${step}: they want “it”.\n\nSo I look:\t{"a": 1} 🌧️\n`
const signatureOf = (step: number): string => `c2lnbmF0dXJl${step}==`

/** Two steps of two calls each, and the answer. */
function answersOf({ isSigned }: DescribedUpstream): Answer[] {
  return [0, 1, 2].map((step) => ({
    thought: thoughtOf(step),
    ...(isSigned && { signature: signatureOf(step) }),
    ...(step < 2
      ? { calls: ['call', 'also'].map((id, at) => ({ id: `${id}_${step}`, name: 'look', arguments: { at: step + at } })) }
      : { text: 'It rains.' }),
  }))
}

const cases = upstreams.flatMap(([name, format, upstream]) =>
  (['full', 'none'] as const).flatMap((visibility) =>
    [true, false].map((stream) => ({ name, format, upstream, visibility, stream, how: stream ? 'streamed' : 'whole' })),
  ),
)
type Case = (typeof cases)[number]

async function startLoop({ format, upstream, visibility, stream }: Case, ...more: string[]) {
  const scripted = await startScripted()
  onTestFinished(() => scripted.close())
  scripted.play(answersOf(upstream).map((answer) => (stream ? upstream.streamed(answer) : upstream.whole(answer))))
  const flags = { upstream: scripted.origin, 'upstream-format': format, 'upstream-provider': upstream.provider, visibility }
  const { url } = await startGateway(...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]), ...more)
  return { url, seen: scripted.seen }
}

/** Thoughts and signatures of the steps that are in the last request as they were sent. */
function broughtBack({ format, upstream }: Case, body: unknown): string[] {
  const text = JSON.stringify(body)
  const isThere = (value: string): boolean => text.includes(JSON.stringify(value).slice(1, -1))
  return [0, 1].flatMap((step) => [
    // Gemini goes by the signature alone.
    ...(format === 'gemini' || isThere(thoughtOf(step)) ? [`thought ${step}`] : []),
    ...(!upstream.isSigned || isThere(signatureOf(step)) ? [`signature ${step}`] : []),
  ])
}

const all = ['thought 0', 'signature 0', 'thought 1', 'signature 1']
const schema = { type: 'object' as const, properties: { at: { type: 'number' } } }

/** Many libraries keep nothing else of a message of Chat Completions: LangChain, the Agents SDK, the runner of `openai`. */
describe('a Chat client that keeps content and calls brings every thought back', () => {
  it.each(cases)('$name at $visibility, $how', async (given) => {
    const { url, seen } = await startLoop(given)
    const { model } = given.upstream
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })
    const tools = [{ type: 'function' as const, function: { name: 'look', parameters: schema } }]
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Look.' }]
    for (let step = 0; step < 3; step++) {
      const asked = { model, messages, tools }
      const { choices } = given.stream
        ? await client.chat.completions.stream(asked).finalChatCompletion()
        : await client.chat.completions.create({ ...asked, stream: false })
      const { content, tool_calls: calls = [] } = choices[0]!.message
      if (step === 2) expect(content).toBe('It rains.')
      const kept = calls.map(({ id, function: called }: { id: string; function?: { name: string; arguments: string } }) => ({
        id,
        type: 'function' as const,
        function: { name: called!.name, arguments: called!.arguments },
      }))
      messages.push({ role: 'assistant', content, tool_calls: kept })
      for (const { id } of kept) messages.push({ role: 'tool', tool_call_id: id, content: 'Seen.' })
    }
    expect(broughtBack(given, seen[2])).toEqual(all)
  })
})

/** The last block is what Claude Code and its SDK take for the result. */
describe('a Messages client brings every thought back, and gets the answer last', () => {
  it.each(cases)('$name at $visibility, $how', async (given) => {
    const { url, seen } = await startLoop(given)
    const client = new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 })
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Look.' }]
    let last: Anthropic.ContentBlock | undefined
    for (let step = 0; step < 3; step++) {
      const asked = { model: given.upstream.model, max_tokens: 4000, messages, tools: [{ name: 'look', input_schema: schema }] }
      const { content } = given.stream ? await client.messages.stream(asked).finalMessage() : await client.messages.create(asked)
      last = content.at(-1)
      const calls = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
      messages.push({ role: 'assistant', content })
      messages.push({ role: 'user', content: calls.map((id) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'Seen.' })) })
    }
    expect(broughtBack(given, seen[2])).toEqual(all)
    expect(last).toMatchObject({ type: 'text', text: 'It rains.' })
  })
})

/** Where a provider speaks the client's format and all may be seen, nothing is sealed: it is as without the gateway. */
const isTranslated =
  (client: string) =>
  (given: Case): boolean =>
    given.format !== client || given.visibility !== 'full'

/** Qwen Code leaves blocks without text out, and others all thoughts. */
const keptBlocks = {
  'no redacted thinking': ({ type }: Anthropic.ContentBlock) => type !== 'redacted_thinking',
  'no thinking at all': ({ type }: Anthropic.ContentBlock) => type === 'text' || type === 'tool_use',
}

describe.each(Object.entries(keptBlocks))('a Messages client that keeps %s brings every thought back', (_, isKept) => {
  it.each(cases.filter(isTranslated('anthropic-messages')))('$name at $visibility, $how', async (given) => {
    const { url, seen } = await startLoop(given)
    const client = new Anthropic({ baseURL: url, apiKey: 'none', maxRetries: 0 })
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Look.' }]
    for (let step = 0; step < 3; step++) {
      const asked = { model: given.upstream.model, max_tokens: 4000, messages, tools: [{ name: 'look', input_schema: schema }] }
      const { content } = given.stream ? await client.messages.stream(asked).finalMessage() : await client.messages.create(asked)
      const calls = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
      messages.push({ role: 'assistant', content: content.filter(isKept) })
      messages.push({ role: 'user', content: calls.map((id) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'Seen.' })) })
    }
    expect(broughtBack(given, seen[2])).toEqual(all)
  })
})

/** Continue keeps calls and texts alone; others keep items of reasoning without what is encrypted in them. */
const keptItems = {
  'no reasoning': (item: OpenAI.Responses.ResponseOutputItem) => (item.type === 'reasoning' ? [] : [item]),
  'reasoning without what is encrypted': ({ ...item }: OpenAI.Responses.ResponseOutputItem) => {
    if (item.type === 'reasoning') delete item.encrypted_content
    return [item]
  },
  'all items': (item: OpenAI.Responses.ResponseOutputItem) => [item],
}

describe.each(Object.entries(keptItems))('a Responses client that keeps %s brings every thought back', (_, kept) => {
  it.each(cases.filter(isTranslated('openai-responses')))('$name at $visibility, $how', async (given) => {
    const { url, seen } = await startLoop(given)
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })
    const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: 'Look.' }]
    const tools = [{ type: 'function' as const, name: 'look', parameters: schema, strict: false }]
    for (let step = 0; step < 3; step++) {
      const asked = { model: given.upstream.model, input, tools, store: false, include: ['reasoning.encrypted_content' as const] }
      const { output } = given.stream
        ? await client.responses.stream(asked).finalResponse()
        : await client.responses.create({ ...asked, stream: false })
      input.push(...(output.flatMap(kept) as OpenAI.Responses.ResponseInputItem[]))
      for (const item of output)
        if (item.type === 'function_call') input.push({ type: 'function_call_output', call_id: item.call_id, output: 'Seen.' })
    }
    expect(broughtBack(given, seen[2])).toEqual(all)
  })
})
