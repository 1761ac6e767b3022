import { encodeSse } from '@reason/core/framing'
import { asList, asObject, isObject, type Json } from '@reason/gateway/json'
import type { OurWire } from '@reason/gateway/upstreams'
import type { Served } from '../matrix/upstream.ts'

/** A thought in each format: the path of its list, and its block. */
const blocks: Readonly<Partial<Record<OurWire, (thought: string) => readonly [path: readonly (string | number)[], block: Json]>>> = {
  'anthropic-messages': (thought) => [['content'], { type: 'thinking', thinking: thought, signature: 'c2ln' }],
  gemini: (thought) => [['candidates', 0, 'content', 'parts'], { text: thought, thought: true }],
  'gemini-interactions': (thought) => [['steps'], { type: 'thought', summary: [{ type: 'text', text: thought }] }],
  'bedrock-converse': (thought) => [
    ['output', 'message', 'content'],
    { reasoningContent: { reasoningText: { text: thought, signature: 'c2ln' } } },
  ],
  cohere: (thought) => [['message', 'content'], { type: 'thinking', thinking: thought }],
  'openai-responses': (thought) => [
    ['output'],
    { type: 'reasoning', id: 'rs_1', summary: [], content: [{ type: 'reasoning_text', text: thought }] },
  ],
}

/** Adds a thought before an answer. Undefined if the answer has no place for it, as in an error. */
export function withThought(upstream: OurWire, { body, ...served }: Served, thought: string): Served | undefined {
  const text = body.toString('utf8')
  if (served.type === 'application/json') {
    const whole = asObject(JSON.parse(text))
    return think(upstream, whole, thought) ? { ...served, body: Buffer.from(JSON.stringify(whole)) } : undefined
  }
  const [first, more] = streamed(upstream, text, thought)
  return first === undefined
    ? undefined
    : { ...served, body: Buffer.from(more === undefined ? first + text : text.replace(first, () => first + more)) }
}

function think(upstream: OurWire, whole: Json, thought: string): boolean {
  if (upstream === 'openai-chat') return assign(asObject(asList(whole['choices'])[0])['message'], 'reasoning_content', thought)
  if (upstream === 'ollama') return assign(whole['message'], 'thinking', thought)
  const [path, block] = blocks[upstream]!(thought)
  const list = path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? (value as Json)[name] : undefined),
    whole,
  )
  if (!Array.isArray(list)) return false
  list.unshift(block)
  return true
}

function assign(target: unknown, name: string, value: string): boolean {
  if (!isObject(target)) return false
  Object.assign(target, { [name]: value })
  return true
}

/** Events of a thought for the beginning of a stream (`first`), or for the place after an event that must come first. */
function streamed(upstream: OurWire, text: string, thought: string): [first?: string, more?: string] {
  const event = (data: Json): string => encodeSse({ data: JSON.stringify(data) })
  if (upstream === 'openai-chat')
    return [
      event({
        id: 'chatcmpl-u1',
        created: 1_790_000_000,
        model: 'm',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta: { reasoning_content: thought } }],
      }),
    ]
  if (upstream !== 'openai-responses') return []
  // The index is behind those of the answer's items, which are taken.
  const at = { output_index: 7, item_id: 'rs_1', content_index: 0 }
  return [
    text.slice(0, text.indexOf('\n\n') + 2),
    event({ type: 'response.output_item.added', output_index: 7, item: { type: 'reasoning', id: 'rs_1', summary: [] } }) +
      event({ type: 'response.reasoning_text.delta', ...at, delta: thought }) +
      event({ type: 'response.reasoning_text.done', ...at, text: thought }) +
      event({
        type: 'response.output_item.done',
        output_index: 7,
        item: { type: 'reasoning', id: 'rs_1', summary: [], content: [{ type: 'reasoning_text', text: thought }] },
      }),
  ]
}
