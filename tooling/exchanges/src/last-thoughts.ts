import type { AssistantMessage, Message, Target } from '@reason/core/conversation'
import type { FullWireFormat } from '@reason/core/wire'
import { describe, expect, test } from 'vitest'
import { said, thought, turnsOf, user } from './sealed-turns.ts'

const isThought = (item: AssistantMessage['items'][number]): boolean => item.type === 'block' && item.channel === 'reasoning'

/** Tests requests to Claude whose earlier turns end in thinking, which Anthropic refuses. */
export function describeLastThoughts(wire: FullWireFormat, target: Target): void {
  const { assistant, call, result, seal } = turnsOf(target, 'toolu_1')
  const turn = assistant(thought('four', seal()))

  describe('thinking at the end of a turn', () => {
    test.each<[string, Message[], kinds: string[]]>([
      ['is left out', [user(), assistant(said('It is'), thought('four', seal())), user('Well?')], ['answer']],
      ['is left out behind a call', [user(), assistant(call(), thought('four', seal())), result()], ['tool-call']],
      ['takes a message of its own with it', [user(), turn, user('Well?')], []],
      ['goes with that of the message before it', [user(), turn, turn, user('Well?')], []],
      ['stays before another message of the turn', [user(), turn, assistant(call()), result()], ['reasoning', 'tool-call']],
      ['stays in the last turn, which may go on', [user(), turn], ['reasoning']],
    ])('%s', (_, messages, kinds) => {
      const { body, plan } = wire.writeRequest({ messages }, target)
      const sent = wire.readRequest(body, target).messages.filter((message): message is AssistantMessage => message.role === 'assistant')
      expect(sent.flatMap(({ items }) => items.map((item) => (item.type === 'block' ? item.channel : item.type)))).toEqual(kinds)
      const dropped = plan.decisions.filter(({ reason }) => reason === 'a message cannot end in thinking').map(({ message }) => message)
      const thoughts = messages.flatMap((message, index) => (message.role === 'assistant' && message.items.some(isThought) ? [index] : []))
      expect(dropped.toReversed()).toEqual(kinds.includes('reasoning') ? [] : thoughts)
    })
  })
}
