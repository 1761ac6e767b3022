import type { Seal } from '@reason/core/parts'
import type { Block, Item, ToolCall } from '@reason/core/result'
import type { Conversation, Issuer, Message, Piece } from '@reason/core/conversation'
import fc from 'fast-check'

// Well-formed conversations: every call has its result, in any place that some format allows.
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const maybe = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(one, { nil: undefined })

const issuers: readonly Issuer[] = [
  { provider: 'openai', wire: 'openai-responses', model: 'gpt-5' },
  { provider: 'openrouter', wire: 'openai-chat', model: 'anthropic/claude-sonnet-4.5' },
  { provider: 'openrouter', wire: 'openai-chat', model: 'google/gemini-3-pro-preview', upstream: 'Google AI Studio' },
  { provider: 'google', wire: 'openai-chat', model: 'gemini-3-pro-preview' },
  { provider: 'deepseek', wire: 'openai-responses', model: 'deepseek-v4-flash' },
  { provider: 'anthropic', wire: 'anthropic-messages', model: 'claude-sonnet-4-5' },
  { provider: 'mistral', wire: 'openai-chat', model: 'magistral-medium' },
  { wire: 'openai-chat', model: 'm' },
]
const issuer = fc.constantFrom(...issuers)

/** The last three are damaged: empty, blank, cut. */
const values = fc.constantFrom('EqQBCkYIARgCKkDB', 'gAAAAABo', 'CiQBVKhc', '', '  ', `gAAAA${'B'.repeat(40)}`)
const seal: fc.Arbitrary<Seal> = fc
  .tuple(values, issuer, maybe(fc.constantFrom('rs_1', 'rs_2')))
  .map(([value, by, item]) => ({ kind: kindOf(by), value, issuer: by, ...(item !== undefined && { item }) }))

function kindOf({ wire, model = '' }: Issuer): Seal['kind'] {
  if (/claude|magistral/.test(model)) return 'signature'
  return wire === 'openai-responses' || model !== 'gemini-3-pro-preview' ? 'encrypted' : 'thought-signature'
}

const source = fc.constantFrom(
  { type: 'url' as const, url: 'https://a/b.png' },
  { type: 'data' as const, data: 'AAAA', mediaType: 'image/png' },
  { type: 'id' as const, id: 'file-1' },
)
const piece: fc.Arbitrary<Piece> = fc.oneof(
  text.map((value): Piece => ({ type: 'text', text: value })),
  source.map((from): Piece => ({ type: 'image', source: from })),
  fc.constant<Piece>({ type: 'audio', source: { type: 'data', data: 'AAAA', mediaType: 'audio/mpeg' } }),
  fc.tuple(source, maybe(text)).map(([from, name]): Piece => ({ type: 'file', source: from, ...(name !== undefined && { name }) })),
  fc.constant<Piece>({ type: 'native', wire: 'gemini', value: { videoMetadata: {} } }),
)
const pieces = fc.oneof(
  text.map((value): Piece[] => [{ type: 'text', text: value }]),
  fc.array(piece, { maxLength: 3 }),
)

const reasoning: fc.Arbitrary<Block> = fc
  .tuple(
    fc.constantFrom<Block['kind'][]>(undefined, 'raw', 'summary', 'hidden'),
    text,
    fc.array(seal, { maxLength: 2 }),
    fc.constantFrom('wire' as const, 'end-of-stream' as const),
  )
  .map(([kind, value, seals, boundary]) => ({
    type: 'block',
    channel: 'reasoning',
    text: kind === 'hidden' ? '' : value,
    boundary,
    ...(kind !== undefined && { kind }),
    ...(seals.length > 0 && { seals }),
  }))
const said: fc.Arbitrary<Block> = fc
  .tuple(
    fc.constantFrom('answer' as const, 'answer' as const, 'commentary' as const),
    text,
    fc.constantFrom<Block['kind'][]>(undefined, undefined, 'refusal'),
  )
  .map(([channel, value, kind]) => ({
    type: 'block',
    channel,
    text: value,
    boundary: 'wire',
    ...(kind !== undefined && channel === 'answer' && { kind }),
  }))
const call: fc.Arbitrary<ToolCall> = fc
  .record({
    id: fc.constantFrom(undefined, 'call_1', 'call_1', 'toolu_01', 'functions.f:0', 'x'.repeat(70)),
    name: fc.constantFrom('f', 'get_weather', 'functions.f'),
    arguments: fc.constantFrom('{}', '{"a":1}', '', '{"a', '[1]', '"text"'),
    custom: fc.boolean(),
    seals: fc.array(seal, { maxLength: 1 }),
  })
  .map(({ id, name, arguments: given, custom, seals }) => ({
    type: 'tool-call',
    ...(id !== undefined && { id }),
    name,
    arguments: given,
    ...(custom && { contentType: 'custom' }),
    ...(seals.length > 0 && { seals }),
  }))
const foreign: fc.Arbitrary<Item> = fc.constantFrom<Item[]>(
  { type: 'native', wire: 'gemini', event: 'part', value: { executableCode: {} } },
  { type: 'native', wire: 'anthropic-messages', event: 'replay.message', value: { a: 1 } },
)

/** Items of a model, and the results of its calls. A user's message may come between the results. */
const step = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: reasoning }, { weight: 3, arbitrary: said }, { weight: 2, arbitrary: call }, foreign), {
      minLength: 1,
      maxLength: 5,
    }),
    maybe(issuer),
    pieces,
    maybe(text),
    fc.boolean(),
  )
  .map(([items, origin, content, meanwhile, withIds]): Message[] => {
    const calls = items.filter((item): item is ToolCall => item.type === 'tool-call')
    const results = calls.map(({ id, name }): Message => ({
      role: 'tool',
      ...(withIds && id !== undefined && { call: id }),
      name,
      content,
    }))
    const between: Message[] = meanwhile === undefined ? [] : [{ role: 'user', content: [{ type: 'text', text: meanwhile }] }]
    // Without ids, the order assigns results to calls.
    return [{ role: 'assistant', items, ...(origin && { origin }) }, ...results.slice(0, 1), ...between, ...results.slice(1)]
  })

const turn = fc
  .tuple(pieces, fc.array(step, { minLength: 0, maxLength: 2 }))
  .map(([content, steps]): Message[] => [{ role: 'user', content }, ...steps.flat()])

export const conversations: fc.Arbitrary<Conversation> = fc
  .record({
    instructions: fc.array(fc.tuple(fc.constantFrom('system' as const, 'developer' as const), text), { maxLength: 2 }),
    turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
    tools: maybe(
      fc.array(
        fc.constantFrom<NonNullable<Conversation['tools']>[number][]>(
          { type: 'function', name: 'f', parameters: { type: 'object', properties: {} } },
          { type: 'function', name: 'get_weather', description: 'd', strict: true },
          { type: 'native', wire: 'gemini', value: { googleSearch: {} } },
        ),
        { maxLength: 2 },
      ),
    ),
    toolChoice: maybe(fc.constantFrom<NonNullable<Conversation['toolChoice']>[]>('auto', 'none', 'required', { name: 'f' })),
    knobs: maybe(
      fc.constantFrom<NonNullable<Conversation['knobs']>[]>(
        { enabled: true },
        { enabled: false },
        { effort: 'high' },
        { effort: 'minimal', visibility: 'none' },
        { budgetTokens: 2000, visibility: 'summary' },
      ),
    ),
    sampling: maybe(
      fc.record(
        {
          maxOutputTokens: fc.constantFrom(8, 4000),
          temperature: fc.constantFrom(0, 1),
          topK: fc.constant(4),
          seed: fc.constant(7),
          stop: fc.constant(['x']),
          choices: fc.constantFrom(1, 2),
        },
        { requiredKeys: [] },
      ),
    ),
    responseFormat: maybe(
      fc.constantFrom<NonNullable<Conversation['responseFormat']>[]>({ type: 'json' }, { type: 'json-schema', schema: { type: 'object' } }),
    ),
    stream: maybe(fc.boolean()),
  })
  .map(({ instructions, turns, ...rest }) => ({
    messages: [...instructions.map(([role, value]): Message => ({ role, content: [{ type: 'text', text: value }] })), ...turns.flat()],
    ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Omit<Conversation, 'messages'>),
  }))
