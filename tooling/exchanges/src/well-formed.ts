import type { Seal } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import { toolSteps } from '@reason/core/conversation'
import type { AssistantMessage, Conversation, Issuer, Message, Piece, Target } from '@reason/core/conversation'
import fc from 'fast-check'

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const data = fc.constantFrom('AA==', 'BBBB', 'CCCCCCCC')
const names = ['get-it', 'add', 'search', 'never_called'] as const

const texts = (values: readonly string[]): Piece[] => values.map((text) => ({ type: 'text', text }))
const text = fc.array(word, { minLength: 1, maxLength: 2 }).map(texts)

/** Content that some formats cannot express: other types, URLs, stored files. */
const media: fc.Arbitrary<Piece> = fc.oneof(
  data.map((value): Piece => ({ type: 'image', source: { type: 'data', data: value, mediaType: 'image/png' } })),
  data.map((value): Piece => ({ type: 'audio', source: { type: 'data', data: value, mediaType: 'audio/wav' } })),
  data.map((value): Piece => ({ type: 'file', source: { type: 'data', data: value, mediaType: 'application/pdf' } })),
  fc.constant<Piece>({ type: 'image', source: { type: 'url', url: 'https://x/y.png' } }),
  fc.constant<Piece>({ type: 'file', source: { type: 'id', id: 'file-1' } }),
  fc.constant<Piece>({ type: 'native', wire: 'openai-chat', value: { odd: true } }),
)

const user = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(text, fc.array(media, { maxLength: 2 }))
      .map(([one, more]): Message => ({ role: 'user', content: [...one, ...more] })),
  },
  { weight: 1, arbitrary: fc.constant<Message>({ role: 'user', content: texts(['']) }) },
)
const instruction = text.map((content): Message => ({ role: 'system', content }))

/** Origin of a message: the target, another model or provider, another format, or unknown. */
const originOf = (target: Target): fc.Arbitrary<Issuer | undefined> =>
  fc.constantFrom<Issuer | undefined>(
    target,
    { ...target, model: 'gemini-2.0-flash' },
    { ...target, provider: 'elsewhere' },
    { wire: 'anthropic-messages', provider: 'anthropic', model: 'claude-opus-4-1' },
    undefined,
  )

function blockOf(target: Target): fc.Arbitrary<Item> {
  const seal = fc
    .tuple(fc.constantFrom('signature', 'thought-signature', 'redacted'), fc.constantFrom('good', '', 'A'.repeat(41)), originOf(target))
    .map(([kind, value, issuer]): Seal[] => [{ kind, value, issuer: issuer ?? { wire: 'openai-responses' } } as Seal])
  return fc
    .tuple(
      fc.constantFrom('reasoning' as const, 'answer' as const, 'commentary' as const),
      word,
      fc.boolean(),
      fc.option(seal, { nil: undefined }),
    )
    .map(([channel, value, isHidden, seals]): Item => {
      const hidden = channel === 'reasoning' && isHidden && seals !== undefined
      return { type: 'block', channel, text: hidden ? '' : value, boundary: 'wire', ...(seals && channel === 'reasoning' && { seals }) }
    })
}

const args = fc.constantFrom('{}', '{"x":1}', '{"a":{"b":[null,"é"]}}')

/** A step of the model: its blocks, and calls with their results in either order. */
function stepOf(target: Target): fc.Arbitrary<Message[]> {
  const call = fc.record({
    name: fc.constantFrom(...names.slice(0, 3)),
    args,
    result: fc.tuple(text, fc.option(media, { nil: undefined })),
    failed: fc.boolean(),
  })
  return fc
    .record({
      blocks: fc.array(blockOf(target), { maxLength: 4 }),
      calls: fc.uniqueArray(call, { maxLength: 3, selector: ({ name }) => name }),
      hasIds: fc.boolean(),
      origin: originOf(target),
      isBackwards: fc.boolean(),
      // Some models repeat the same ids in every turn.
      seed: fc.oneof(fc.nat({ max: 999_999 }), fc.constant(0)),
    })
    .map(({ blocks, calls, hasIds, origin, isBackwards, seed }) => {
      const items: Item[] = calls.map(({ name, args }, at) => ({
        type: 'tool-call',
        ...(hasIds && { id: `c${seed}_${at}` }),
        name,
        arguments: args,
        boundary: 'wire',
      }))
      const results = calls.map(({ name, result: [content, more], failed }, at): Message => ({
        role: 'tool',
        name,
        ...(hasIds && { call: `c${seed}_${at}` }),
        content: [...content, ...(more === undefined ? [] : [more])],
        ...(failed && { failed }),
      }))
      const said: AssistantMessage = { role: 'assistant', items: [...blocks, ...items], ...(origin && { origin }) }
      return [said, ...(isBackwards ? results.toReversed() : results)]
    })
}

/** Well-formed conversations: a user asks, the model calls and answers, and every call has its result. */
export function conversationsFor(target: Target): fc.Arbitrary<Conversation> {
  const turn = fc.tuple(user, fc.array(stepOf(target), { maxLength: 3 })).map(([one, steps]) => [one, ...steps.flat()])
  const first = text.map((content): Message => ({ role: 'user', content }))
  return fc.record(
    {
      messages: fc
        .tuple(fc.array(instruction, { maxLength: 2 }), first, fc.array(turn, { maxLength: 3 }))
        .map(([before, one, turns]) => [...before, one, ...turns.flat()]),
      tools: fc.constant(
        names.map((name) => ({ type: 'function' as const, name, parameters: { type: 'object', properties: { x: { type: 'number' } } } })),
      ),
      toolChoice: fc.constantFrom<NonNullable<Conversation['toolChoice']>>('auto', 'required', { name: 'functions.get_it' }),
      knobs: fc.record(
        {
          enabled: fc.boolean(),
          effort: fc.constantFrom('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
          budgetTokens: fc.constantFrom(0, 1, 900, 1024, 100_000),
          visibility: fc.constantFrom('full', 'summary', 'none'),
        },
        { requiredKeys: [] },
      ),
      sampling: fc.record(
        {
          maxOutputTokens: fc.constantFrom(1, 4096),
          temperature: fc.constantFrom(0, 1),
          topP: fc.constantFrom(0, 0.5, 1),
          topK: fc.constantFrom(1, 900),
          stop: fc.array(word, { maxLength: 7 }),
        },
        { requiredKeys: [] },
      ),
      responseFormat: fc.constantFrom<NonNullable<Conversation['responseFormat']>>(
        { type: 'json' },
        { type: 'json-schema', schema: { type: 'object' }, name: 'n' },
      ),
      stream: fc.boolean(),
    },
    { requiredKeys: ['messages'] },
  ) as fc.Arbitrary<Conversation>
}

/**
 * Summary of a conversation that must survive any format: texts with their roles, calls, and results.
 *
 * @param plansApart - True if the format keeps a model's plan beside its calls, after its text.
 */
export function gistOf({ messages }: Pick<Conversation, 'messages'>, plansApart = false): string[] {
  const lines: [who: string, what: string][] = []
  const textOf = (content: readonly Piece[]) =>
    content.flatMap((piece) => (piece.type === 'text' && piece.text !== '' ? [piece.text] : [])).join('\n')
  for (const { from, to, results, calls } of toolSteps(messages)) {
    const step = messages.slice(from, to)
    for (const message of step) {
      if (message.role !== 'assistant') continue
      const isPlan = (item: Item) =>
        plansApart && item.type === 'block' && item.channel === 'commentary' && message.items.some(({ type }) => type === 'tool-call')
      for (const item of message.items.toSorted((one, other) => Number(isPlan(one)) - Number(isPlan(other))))
        if (item.type === 'block' && item.channel !== 'reasoning') lines.push([isPlan(item) ? 'plan' : 'model', item.text])
    }
    for (const { call, message, item } of calls) {
      const answer = results.find((one) => one.call?.message === message && one.call.item === item)
      const said = answer === undefined ? undefined : messages[answer.message]
      // Formats without a field for failures say them in the text.
      const text = said?.role === 'tool' ? textOf(said.content).replace(/^Error: (?:the tool failed\.)?/, '') : 'nothing'
      const args = call.arguments === '' ? '{}' : JSON.stringify(JSON.parse(call.arguments))
      lines.push(['call', `${call.name} ${args} -> ${text}`])
    }
    for (const message of step)
      if (message.role !== 'assistant' && message.role !== 'tool') lines.push([message.role, textOf(message.content)])
  }
  const joined: [who: string, what: string[]][] = []
  for (const [who, what] of lines) {
    if (isOfModel(who) ? what.trim() === '' : what === '') continue
    const last = joined.at(-1)
    if (last?.[0] === who && who !== 'call') last[1].push(what)
    else joined.push([who, [what]])
  }
  return joined.map(
    ([who, what]) => `${who}: ${isOfModel(who) ? what.join('').replaceAll(/\s+/g, '') : what.join('\n').replaceAll(/\n+/g, '\n')}`,
  )
}

/** True for texts of a model. Formats change the white space between them, and omit texts that are only white space. */
const isOfModel = (who: string): boolean => who === 'model' || who === 'plan'
