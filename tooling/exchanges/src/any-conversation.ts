import type { Seal } from '@reason/core/parts'
import type { Block, Item, ToolCall } from '@reason/core/result'
import type { AssistantMessage, Conversation, Issuer, Knobs, Message, Piece, Sampling, Tool } from '@reason/core/conversation'
import fc from 'fast-check'

/** Words, blanks and odd texts. */
const text = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z]{1,8}$/) },
  fc.constantFrom('', ' ', '\n\n', ' a ', 'é\u{1F600}', '{"a":1}'),
)
const words = fc.stringMatching(/^[a-z]{1,8}$/)
const said = (value: string): Piece => ({ type: 'text', text: value })

const image: fc.Arbitrary<Piece> = fc.constantFrom<Piece>(
  { type: 'image', source: { type: 'data', data: 'aGk=', mediaType: 'image/png' } },
  { type: 'image', source: { type: 'data', data: 'aGk=', mediaType: 'image/jpg' } },
  { type: 'image', source: { type: 'data', data: 'aGk=', mediaType: 'image/tiff' } },
  { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
  { type: 'image', source: { type: 'url', url: 's3://bucket/a.png' } },
  { type: 'image', source: { type: 'id', id: 'file-1' }, extra: { wire: 'openai-responses', fields: { detail: 'high' } } },
)
const other: fc.Arbitrary<Piece> = fc.constantFrom<Piece>(
  { type: 'file', source: { type: 'data', data: 'aGk=', mediaType: 'application/pdf' }, name: 'a_b.pdf' },
  { type: 'file', source: { type: 'data', data: 'aGk=', mediaType: 'text/csv' } },
  { type: 'file', source: { type: 'data', data: 'aGk=', mediaType: 'application/zip' } },
  { type: 'audio', source: { type: 'data', data: 'aGk=', mediaType: 'audio/wav' } },
  { type: 'native', wire: 'gemini', value: { x: 1 } },
)
/** Content of a message, which always has a word. */
const pieces = fc
  .tuple(
    fc.array(fc.oneof(text.map(said), image, other), { maxLength: 3 }),
    words,
    fc.array(fc.oneof(text.map(said), image), { maxLength: 2 }),
  )
  .map(([before, word, after]) => [...before, said(word), ...after])
const resultPieces = fc.array(fc.oneof({ weight: 3, arbitrary: text.map(said) }, image), { maxLength: 2 })

const names = ['clock', 'ns.tool/run', 'weather now'] as const
const tools: Tool[] = names.map((name) => ({ type: 'function', name, parameters: { properties: { a: { type: 'string' } } } }))

/** Ids of calls from other formats: none, equal in every turn, too long, or with forbidden characters. */
const id = fc.option(fc.constantFrom('', 'call_0', 'call_1', 'functions.clock:0', `call_${'x'.repeat(80)}`, 'a|b'), { nil: undefined })
const call: fc.Arbitrary<ToolCall> = fc
  .tuple(id, fc.constantFrom(...names), fc.constantFrom('{}', '{"a":"b"}', '', '[1', '{"a":{"b":[null,1.5]}}'))
  .map(([own, name, args]) => ({ type: 'tool-call', name, arguments: args, boundary: 'wire', ...(own !== undefined && { id: own }) }))

const thoughts = (issuers: readonly Issuer[]): fc.Arbitrary<Block> =>
  fc
    .tuple(text, fc.array(fc.tuple(fc.constantFrom('signature', 'redacted'), fc.constantFrom(...issuers)), { maxLength: 2 }), fc.boolean())
    .map(([value, kinds, cut]): Block => {
      const seals = kinds.map(([kind, issuer]): Seal => ({ kind: kind as Seal['kind'], value: `EqQB${kind}1`, issuer }))
      return {
        type: 'block',
        channel: 'reasoning',
        text: value,
        boundary: cut && seals.length === 0 ? 'end-of-stream' : 'wire',
        ...(seals.length > 0 && { seals }),
      }
    })
const answer = text.map((value): Block => ({ type: 'block', channel: 'answer', text: value, boundary: 'wire' }))

/** A step of the assistant, in one message or two, and the result of each of its calls, in any order. */
const step = (issuers: readonly Issuer[], calls: fc.Arbitrary<ToolCall[]>) =>
  fc
    .record({
      origin: fc.constantFrom(...issuers),
      items: fc.array(fc.oneof(thoughts(issuers), answer) as fc.Arbitrary<Item>, { maxLength: 3 }),
      calls,
      inTwo: fc.boolean(),
      turned: fc.boolean(),
      results: fc.array(fc.tuple(resultPieces, fc.option(fc.boolean(), { nil: undefined })), { minLength: 3, maxLength: 3 }),
    })
    .map(({ origin, items, calls: made, inTwo, turned, results }): Message[] => {
      const distinct = made.filter(({ id: own }, at) => own === undefined || made.findIndex((one) => one.id === own) === at)
      const assistant = (of: Item[]): AssistantMessage => ({ role: 'assistant', items: of, origin })
      const first = inTwo ? [assistant(items), assistant(distinct)] : [assistant([...items, ...distinct])]
      const answers = distinct.map(({ id: own, name }, at): Message => {
        const [content, failed] = results[at]!
        return { role: 'tool', name, content, ...(own !== undefined && { call: own }), ...(failed !== undefined && { failed }) }
      })
      // Without ids, the order pairs calls and results.
      const mayTurn = distinct.every(({ id: own }) => own !== undefined && own !== '')
      return [...first, ...(turned && mayTurn ? answers.toReversed() : answers)]
    })

const turn = (issuers: readonly Issuer[], begun: boolean): fc.Arbitrary<Message[]> =>
  fc
    .tuple(
      pieces,
      fc.array(step(issuers, fc.array(call, { minLength: 1, maxLength: 3 })), { maxLength: 3 }),
      step(issuers, fc.constant([])),
      words,
      fc.boolean(),
    )
    .map(([content, steps, last, word, joins]) => [
      { role: 'user', content },
      ...steps.flat(),
      // Some formats join a user's words after results with the results in one message.
      ...(steps.length > 0 && joins ? [{ role: 'user' as const, content: [said(word)] }] : []),
      ...(begun
        ? []
        : [...last, { role: 'assistant' as const, items: [{ type: 'block', channel: 'answer', text: word, boundary: 'wire' } as const] }]),
    ])

const knobs: fc.Arbitrary<Knobs | undefined> = fc.option(
  fc.record(
    {
      enabled: fc.boolean(),
      effort: fc.constantFrom('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
      budgetTokens: fc.constantFrom(0, 1, 1024, 5000, 200_000),
      visibility: fc.constantFrom('full', 'summary', 'none'),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
) as fc.Arbitrary<Knobs | undefined>
const sampling: fc.Arbitrary<Sampling> = fc.record(
  {
    maxOutputTokens: fc.constantFrom(1, 500, 1025, 4096, 100_000),
    temperature: fc.constantFrom(0, 0.5, 1, 2),
    topP: fc.constantFrom(0.1, 0.97, 1),
    topK: fc.constantFrom(1, 40),
    stop: fc.constantFrom(['\n'], ['End'], [' ', 'End'], []),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Sampling>

/**
 * A well-formed conversation from any format: each call has its result, and the last message is from the user or a tool.
 *
 * @param issuers - Possible origins of the assistant's messages.
 */
export const anyConversation = (issuers: readonly Issuer[]): fc.Arbitrary<Conversation> =>
  fc
    .record({
      instructions: fc.option(text, { nil: undefined }),
      turns: fc.array(turn(issuers, false), { maxLength: 3 }),
      last: turn(issuers, true),
      knobs,
      sampling,
      toolChoice: fc.constantFrom(undefined, 'auto', 'none', 'required', { name: names[1] }),
    })
    .map(({ instructions, turns, last, knobs: asked, sampling: of, toolChoice }) => ({
      messages: [
        ...(instructions === undefined ? [] : [{ role: 'system' as const, content: [said(instructions)] }]),
        ...turns.flat(),
        ...last,
      ],
      tools,
      sampling: of,
      ...(asked !== undefined && { knobs: asked }),
      ...(toolChoice !== undefined && { toolChoice: toolChoice as Exclude<typeof toolChoice, undefined> }),
    })) as fc.Arbitrary<Conversation>
