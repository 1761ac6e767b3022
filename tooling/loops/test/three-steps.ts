import type { Item } from '@reason/core/result'
import type { AssistantMessage } from '@reason/core/conversation'
import { partsOf, targetOf } from '@reason/exchanges/recorded'
import { shared, sharedMissing } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { createApplication, type ClientFormat } from './clients.ts'
import { createGateway, wires, type Setting } from './gateway.ts'
import { leaksIn } from './leaks-in.ts'
import { followed as rows } from './rows.ts'

const settings = (['none', 'full'] as const).flatMap((visibility) => [true, false].map((stream) => ({ visibility, stream })))

/** Tests three steps with a client of a format, for every recorded answer. */
export function describeLoops(client: ClientFormat): void {
  describe.skipIf(shared === undefined)(`three steps, with what was recorded (${sharedMissing})`, () => {
    test('there are some of every format', () => {
      expect(rows.length).toBeGreaterThan(80)
      expect(new Set(rows.map(({ api }) => api))).toEqual(new Set(Object.keys(wires)))
    })

    describe.each([...settings, { visibility: 'label' as const, stream: true }])(
      '$visibility, streamed: $stream',
      ({ visibility, stream }) => {
        test.each(rows)('$id', async (row) => {
          const wire = wires[row.api]!
          const target = targetOf(row)
          const setting: Setting = { client, target, visibility, parts: partsOf(wire, row), when: 'always' }
          const gateway = createGateway(setting)
          const { said } = gateway
          const tools = [...new Set(said.items.flatMap((item) => (item.type === 'tool-call' ? [item.name] : [])))]
          const application = createApplication(client, gateway.send, { tools, stream })
          const got: unknown[] = []
          for (let step = 0; step < 4; step++) {
            const { calls, got: answer } = await application.ask()
            expect(calls).toHaveLength(said.items.filter(isCall).length)
            application.reply(calls)
            got.push(answer)
          }
          const { conversation, reports, body } = gateway.last()
          const own = conversation.messages.filter((message) => message.role === 'assistant')
          // If both sides speak one format, and the client sees everything, the gateway seals nothing: the provider's own items come back.
          const isOwn = row.api === client && visibility === 'full' && client !== 'openai-chat'
          if (needsSeal(said) && !isOwn) {
            expect(own).toHaveLength(3)
            const known = client === 'anthropic-messages' ? untilAnswer(said) : said
            // A thought with its own seal, or sealed before the following items, is merged with the other items that the client sends back.
            const isSealedEarly = client === 'anthropic-messages' ? said.items.some(isCall) : beginsWithCalls(said)
            const isInPlace = said.items.some(isReasoning) && client !== 'openai-chat' && (visibility !== 'none' || isSealedEarly)
            const [outcome] = reports.map((report) => report.outcome)
            expect(reports.map((report) => report.outcome)).toEqual([outcome, outcome, outcome])
            expect(known === said && !isInPlace ? ['restored'] : ['restored', 'merged']).toContain(outcome)
            const compared = isInPlace ? withoutPlaces : (one: AssistantMessage) => one
            for (const message of own) expect(compared(message)).toEqual(compared(identified(known, message)))
            // The provider gets the same request as from a client of its own format.
            const direct = {
              ...conversation,
              messages: conversation.messages.map((one) => (one.role === 'assistant' ? identified(said, one) : one)),
            }
            expect(body()).toEqual(wire.writeRequest(direct, target).body)
          }
          expect(JSON.stringify(body())).not.toContain('rsn1')
          if (row.conversation!.next_replays === 'opaque' && needsSeal(said)) expect(missing(said, JSON.stringify(body()))).toEqual([])
          if (visibility !== 'full') expect(leaksIn({ said, sent: gateway.sent, got })).toEqual([])
        })
      },
    )
  })
}

/** True if only thoughts stand before the first call. */
const beginsWithCalls = ({ items }: AssistantMessage): boolean =>
  items.find((item) => item.type !== 'native' && !isReasoning(item))?.type === 'tool-call'

const isReasoning = (item: Item): boolean => item.type === 'block' && item.channel === 'reasoning'
const isCall = (item: Item): boolean => item.type === 'tool-call'

/** If the answer ends the message, clients of Messages get nothing after it. Native items after the answer are then not sealed. */
function untilAnswer(said: AssistantMessage): AssistantMessage {
  const isSaid = ({ type }: Item): boolean => type !== 'native'
  const from = said.items.findIndex((item) => isSaid(item) && !(item.type === 'block' && item.channel === 'reasoning'))
  const to = said.items.findLastIndex(isSaid) + 1
  const answer = said.items.slice(from, to)
  const isAll = from > 0 && answer.every((item) => item.type === 'block' && item.channel === 'answer')
  return isAll ? { ...said, items: [...said.items.slice(0, from), ...answer] } : said
}

const needsSeal = ({ items, seals = [] }: AssistantMessage): boolean =>
  seals.length > 0 ||
  items.some((item) => ('seals' in item && item.seals!.length > 0) || (item.type === 'block' && item.channel === 'reasoning'))

/** Removes the boundary and the place of each item, which depend on the client's format. */
const withoutPlaces = (message: AssistantMessage): unknown => ({
  ...message,
  items: message.items.map((item) => {
    const { boundary: _, item: __, ...rest } = item as Item & { boundary?: unknown; item?: unknown }
    return rest
  }),
})

/** Gives calls without an id the ids that their results refer to. */
function identified(said: AssistantMessage, by: AssistantMessage): AssistantMessage {
  const ids = by.items.flatMap((item) => (item.type === 'tool-call' ? [item.id] : []))
  let calls = 0
  return {
    ...said,
    items: said.items.map((item) => {
      if (item.type !== 'tool-call') return item
      const id = ids[calls++]
      return item.id === undefined && id !== undefined ? { ...item, id } : item
    }),
  }
}

/** Seals of the message that are in the provider's request fewer than three times. */
function missing({ items, seals = [] }: AssistantMessage, body: string): string[] {
  const values = [...seals, ...items.flatMap((item) => item.seals ?? [])].map(({ value }) => value)
  return values.filter((value) => body.split(JSON.stringify(value).slice(1, -1)).length - 1 < 3)
}
