import type { Seal } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import type { AssistantMessage } from '@reason/core/conversation'
import type { Extended } from '@reason/wire-kit'
import { describe, expect, it } from 'vitest'
import { createSealer, reopen, reopenInSteps, type SealContext } from '../src/index.ts'
import { withSealed } from '../src/call-id.ts'
import type { SealedRecord } from '../src/payload.ts'
import {
  answer,
  call,
  carrier,
  context,
  conversation,
  keys,
  message,
  nextThought,
  result,
  sealed,
  sent,
  signature,
  thought,
  thoughtSignature,
  user,
} from './samples.ts'

const sealer = createSealer({ keys })
const options = { sealer, context }

function valueOf(record: SealedRecord, where: SealContext = context): string {
  const sealing = sealer.seal(record, where)
  if (!sealing.ok) throw new Error(sealing.reason)
  return sealing.value
}

const signed = { ...call('toolu_1'), seals: [thoughtSignature] }

describe('what the client left as it was', () => {
  it('is what the model said', () => {
    const record = sealed(thought, answer('I look.'), signed)
    const given = conversation(user, sent(carrier(valueOf(record)), answer('I look.'), call('toolu_1')), result('toolu_1'))
    const { conversation: reopened, reports } = reopen(given, options)
    expect(reopened.messages).toEqual([user, record.message, result('toolu_1')])
    expect(reports).toEqual([{ message: 1, outcome: 'restored' }])
  })

  it('may have other whitespace, and arguments that were written anew', () => {
    const record = sealed(thought, answer('I\n\nlook. '), call('a', 'weather', '{"city": "Rome", "n": 1.0}'))
    const given = conversation(sent(carrier(valueOf(record)), answer('I look.'), call('a', 'weather', '{"n":1,"city":"Rome"}')))
    expect(reopen(given, options)).toEqual({ conversation: conversation(record.message), reports: [{ message: 0, outcome: 'restored' }] })
  })

  it('may bear the name under which the client offered a tool: the model gets back the one it wrote', () => {
    const record = sealed(thought, call('a', 'functions.get_weather'))
    const tools = [{ type: 'function' as const, name: 'get-weather' }]
    const given = { ...conversation(sent(carrier(valueOf(record)), call('a', 'get-weather'))), tools }
    expect(reopen(given, options).conversation.messages).toEqual([record.message])
  })

  it('keeps what the client asks of its places: that the prompt is kept up to there', () => {
    const fields = { cache_control: { type: 'ephemeral' } }
    const asking = (item: Item, own: Record<string, unknown> = fields): Extended<Item> => ({
      ...item,
      extra: { wire: 'anthropic-messages', fields: own },
    })
    const record = sealed(thought, answer('I '), answer('look.'), signed, call('toolu_2', 'time', '{}'))
    const time = asking(call('toolu_2', 'time', '{}'))
    const items = (text: string) => {
      const calls = [asking(call('toolu_1'), { caller: { type: 'direct' } }), time]
      const given = conversation(sent(carrier(valueOf(record)), answer('I '), asking(answer(text)), ...calls))
      return (reopen(given, options).conversation.messages[0] as AssistantMessage).items
    }
    expect(items('look.')).toEqual([thought, answer('I '), asking(answer('look.')), signed, time])
    expect(items('see.')).toEqual([thought, asking(answer('I see.')), signed, time])
  })

  it('calls without an id get that by which their results name them', () => {
    const record = sealed(thought, call(undefined), call(undefined))
    const given = conversation(sent(carrier(valueOf(record)), call('call_0'), call('call_1')), result('call_1'), result('call_0'))
    expect(reopen(given, options).conversation.messages).toEqual([
      message(thought, call('call_0'), call('call_1')),
      result('call_1'),
      result('call_0'),
    ])
  })

  it('results name calls as the model did, where the client has ids of its own', () => {
    const record = sealed(thought, call('toolu_1'), call('toolu_2', 'time', '{}'))
    const given = conversation(
      sent(carrier(valueOf(record)), call('x'), call('y', 'time', '{}')),
      result('y'),
      result('x'),
      user,
      result('x'),
    )
    const { messages } = reopen(given, options).conversation
    expect(messages.slice(0, 3)).toEqual([record.message, result('toolu_2'), result('toolu_1')])
  })

  it('a client’s id that comes again in a later turn is that turn’s', () => {
    const record = sealed(thought, call('toolu_1'))
    const given = conversation(sent(carrier(valueOf(record)), call('x')), result('x'), sent(call('x')), result('x'))
    expect(reopen(given, options).conversation.messages).toEqual([record.message, result('toolu_1'), sent(call('x')), result('x')])
  })

  it('reasoning that it may read counts for nothing beside the record', () => {
    const record = sealed(thought, answer('Yes.'))
    const read = { type: 'block' as const, channel: 'reasoning' as const, text: 'a fragm', boundary: 'wire' as const }
    expect(reopen(conversation(sent(read, carrier(valueOf(record)), answer('Yes.'))), options).conversation.messages).toEqual([
      record.message,
    ])
  })
})

describe('what the client has changed', () => {
  const record = sealed(thought, answer('I look.'), signed, call('toolu_2', 'time', '{}'))
  const after = (...items: Parameters<typeof sent>) => {
    const { conversation: reopened, reports } = reopen(conversation(sent(carrier(valueOf(record)), ...items)), options)
    expect(reports).toEqual([{ message: 0, outcome: 'merged' }])
    return (reopened.messages[0] as AssistantMessage).items
  }
  const time = call('toolu_2', 'time', '{}')

  it('an answer: it is the client’s, and the reasoning and the seals stay', () => {
    expect(after(answer('I shall look.'), call('toolu_1'), time)).toEqual([thought, answer('I shall look.'), signed, time])
  })

  it('an answer, with all that was said of its text', () => {
    const citation: Item = { type: 'native', wire: 'openai-chat', event: 'message.annotations', channel: 'answer', value: [{ start: 2 }] }
    const of = (text: string) => {
      const given = conversation(sent(carrier(valueOf(sealed(thought, answer('I look.'), citation))), answer(text)))
      return (reopen(given, options).conversation.messages[0] as AssistantMessage).items
    }
    expect(of('I look.')).toEqual([thought, answer('I look.'), citation])
    expect(of('I see.')).toEqual([thought, answer('I see.')])
  })

  it('no answer any more', () => expect(after(call('toolu_1'), time)).toEqual([thought, signed, time]))

  it('arguments, with the signature that came with the call', () => {
    const other = call('toolu_1', 'weather', '{"city":"Milan"}')
    expect(after(answer('I look.'), other, time)).toEqual([thought, answer('I look.'), { ...other, seals: [thoughtSignature] }, time])
  })

  it('an answer alone: arguments are to the letter what the model wrote', () => {
    const spaced = sealed(thought, answer('I look.'), call('a', 'weather', '{ "city" : "Rome" }'))
    const given = conversation(sent(carrier(valueOf(spaced)), answer('Well.'), call('a', 'weather', '{"city":"Rome"}')))
    expect(reopen(given, options).conversation.messages).toEqual([
      message(thought, answer('Well.'), call('a', 'weather', '{ "city" : "Rome" }')),
    ])
  })

  it('free text that a format has in an object', () => {
    const custom = (text: string) => ({ ...call('a', 'shell', text), contentType: 'custom' })
    const value = valueOf(sealed(thought, custom('ls -l')))
    const back = (input: string) =>
      reopen(conversation(sent(carrier(value), call('a', 'shell', JSON.stringify({ input })))), options).conversation.messages
    expect(back('ls -l')).toEqual([message(thought, custom('ls -l'))])
    expect(back('ls')).toEqual([message(thought, custom('ls'))])
  })

  it('a call that is gone, and one that is new', () => {
    expect(after(answer('I look.'), time, call('mine', 'other'))).toEqual([thought, answer('I look.'), time, call('mine', 'other')])
  })

  it('an answer where there was none stands before the calls', () => {
    const bare = sealed(thought, call('a'))
    const given = conversation(sent(carrier(valueOf(bare)), answer('Let me see.'), call('a')))
    expect(reopen(given, options).conversation.messages).toEqual([message(thought, answer('Let me see.'), call('a'))])
  })
})

describe('one that cannot be opened', () => {
  const record = sealed(thought, answer('Yes.'))
  const value = valueOf(record)
  const layout = { type: 'native' as const, wire: 'openai-chat', event: 'replay.message', value: {} }

  it.each([
    ['damaged', value.slice(0, -3)],
    ['foreign', valueOf(record, { ...context, tenant: 'team-b' })],
    ['unknown-key', (createSealer({ keys: ['some other secret of 32 bytes and more'] }).seal(record, context) as { value: string }).value],
    ['damaged', 'rsn1.'],
  ])('%s: the message is as the client sent it, and goes nowhere with it', (reason, carried) => {
    const { conversation: reopened, reports } = reopen(conversation(user, sent(carrier(carried), answer('Yes.'), layout)), options)
    expect(reports).toEqual([{ message: 1, outcome: 'lost', reason }])
    expect(reopened.messages).toEqual([user, sent(answer('Yes.'))])
  })

  it('and nothing else: no message is left', () => {
    expect(reopen(conversation(user, sent(carrier('rsn1.x')), user), options).conversation.messages).toEqual([user, user])
  })

  it('seals of others in the message stay', () => {
    const foreign = { ...thought, seals: [signature, { ...signature, value: 'rsn1.x' }] }
    expect(reopen(conversation(sent(foreign)), options).conversation.messages).toEqual([sent(thought)])
  })
})

describe('ids of calls that carry a value', () => {
  const record = sealed(thought, call('toolu_1'))
  const id = withSealed('toolu_1', valueOf(record))

  it('are opened, and taken off results too', () => {
    expect(id).toMatch(/^[\w-]+$/)
    const { conversation: reopened } = reopen(conversation(sent(call(id)), result(id)), options)
    expect(reopened.messages).toEqual([record.message, result('toolu_1')])
  })

  it('may be cut where the field has come back', () => {
    const given = conversation(sent(carrier(valueOf(record)), call(id.slice(0, 40))), result(id.slice(0, 40)))
    const { conversation: reopened, reports } = reopen(given, options)
    expect(reopened.messages).toEqual([record.message, result('toolu_1')])
    expect(reports).toEqual([{ message: 0, outcome: 'restored' }])
  })

  it('are whole again when a client has cut them', () => {
    const short = id.slice(0, 40)
    const { conversation: reopened, reports } = reopen(conversation(sent(call(short)), result(short)), options)
    expect(reopened.messages).toEqual([sent(call('toolu_1')), result('toolu_1')])
    expect(reports).toEqual([{ message: 0, outcome: 'lost', reason: 'damaged' }])
  })
})

describe('formats in which the messages of a model stand in a row', () => {
  const [first, second] = [sealed(thought, answer('One.'), call('a')), sealed(thought, answer('Two.'))]

  it('each ends with its seal', () => {
    const given = conversation(
      sent(answer('One.'), call('a'), carrier(valueOf(first)), answer('Two.'), carrier(valueOf(second)), answer('Three.')),
    )
    expect(reopen(given, options).conversation.messages).toEqual([first.message, second.message, sent(answer('Three.'))])
  })

  it('and has begun with one, which counts where the other has not come back', () => {
    const early = valueOf({ ...sealed(thought), early: true })
    const whole = sent(carrier(early), answer('One.'), call('a'), carrier(valueOf(first)))
    expect(reopen(conversation(whole), options)).toEqual({
      conversation: conversation(first.message),
      reports: [{ message: 0, outcome: 'restored' }],
    })
    const cut = sent(carrier(early), answer('One.'), call('a'))
    expect(reopen(conversation(cut), options).conversation.messages).toEqual([message(thought, answer('One.'), call('a'))])
    const row = sent(...whole.items, carrier(early), answer('Two.'), carrier(valueOf(second)))
    expect(reopen(conversation(row), options).conversation.messages).toEqual([first.message, second.message])
  })

  it('one that stands before an answer is of what was thought before, and what is said is the client’s', () => {
    const early = valueOf({ ...sealed(thought), early: true })
    const more = { type: 'native' as const, wire: 'anthropic-messages', event: 'web_search_tool_result', value: {} }
    const given = sent(answer('Before it.'), carrier(early), answer('One.'), more, answer('Two.'))
    expect(reopen(conversation(given), options)).toEqual({
      conversation: conversation(message(answer('Before it.'), thought, answer('One.'), more, answer('Two.'))),
      reports: [{ message: 0, outcome: 'merged' }],
    })
  })

  it('one that does not open takes the others with it no further than its own place', () => {
    const early = valueOf({ ...sealed(thought), early: true })
    const shown = { type: 'block', channel: 'reasoning', text: 'in clear', boundary: 'wire' } as const
    const { seals: carried } = carrier(early) as { seals: Seal[] }
    const given = sent({ ...shown, seals: carried }, answer('One.'), carrier(early.slice(0, -3)), answer('Two.'))
    expect(reopen(conversation(given), options)).toEqual({
      conversation: conversation(message(thought, answer('One.'), answer('Two.'))),
      reports: [{ message: 0, outcome: 'lost', reason: 'damaged' }],
    })
  })

  it('a message is whole again when results were put behind each call', () => {
    const both = sealed(thought, answer('I look.'), call('a'), call('b', 'time', '{}'))
    const given = conversation(
      user,
      sent(answer('I look.'), call('a')),
      result('a'),
      sent(call('b', 'time', '{}'), carrier(valueOf(both))),
      result('b'),
    )
    expect(reopen(given, options).conversation.messages).toEqual([user, both.message, result('a'), result('b')])
  })

  it('ids that come again with every turn do not make one message of two', () => {
    const one = sealed(thought, call('call_0'))
    const turn = () => [sent(call('call_0'), carrier(valueOf(one))), result('call_0')]
    expect(reopen(conversation(user, ...turn(), ...turn()), options).conversation.messages).toEqual([
      user,
      one.message,
      result('call_0'),
      one.message,
      result('call_0'),
    ])
  })
})

describe('calls of a turn that a client has taken apart', () => {
  it('are not sought in an earlier turn that is whole, whatever its ids are', () => {
    const one = sealed(thought, call('call_0'))
    const two = sealed(thought, call('call_0'), call('call_1', 'time', '{}'))
    const given = conversation(
      user,
      sent(call('call_0'), carrier(valueOf(one))),
      result('call_0'),
      sent(call('call_0')),
      result('call_0'),
      sent(call('call_1', 'time', '{}'), carrier(valueOf(two))),
      result('call_1'),
    )
    expect(reopen(given, options).conversation.messages).toEqual([
      user,
      one.message,
      result('call_0'),
      two.message,
      result('call_0'),
      result('call_1'),
    ])
  })

  it('a seal of an earlier message counts for nothing beside the own one', () => {
    const [one, two] = [sealed(thought, call('a')), sealed(nextThought, call('b', 'time', '{}'))]
    const first = carrier(valueOf(one))
    const given = conversation(
      sent(first, call('a')),
      result('a'),
      sent(first, call(withSealed('b', valueOf(two)), 'time', '{}')),
      result('b'),
    )
    expect(reopen(given, options).conversation.messages).toEqual([one.message, result('a'), two.message, result('b')])
  })
})

describe('bounds', () => {
  it('a conversation without sealed values is the very same', () => {
    const given = conversation(user, sent(thought, call('a')), result('a'))
    expect(reopen(given, options).conversation).toBe(given)
  })

  it('only so much is opened for one request', () => {
    const long = sealed(thought, answer('a'.repeat(10_000)))
    const one = () => sent(carrier(valueOf(long)), answer('a'.repeat(10_000)))
    const { reports } = reopen(conversation(one(), user, one(), user, one()), { ...options, maxBytes: 25_000 })
    expect(reports.map(({ outcome, reason }) => reason ?? outcome)).toEqual(['restored', 'restored', 'too-large'])
  })

  it('also of one value that comes again and again, which is opened once', () => {
    const long = sealed(thought, answer('a'.repeat(10_000)))
    const same = sent(carrier(valueOf(long)), answer('a'.repeat(10_000)))
    let times = 0
    const open: typeof sealer.open = (...given) => {
      times++
      return sealer.open(...given)
    }
    const { reports, conversation: given } = reopen(conversation(same, user, same, user, same), {
      context,
      sealer: { ...sealer, open },
      maxBytes: 25_000,
    })
    expect(reports.map(({ outcome, reason }) => reason ?? outcome)).toEqual(['restored', 'restored', 'too-large'])
    expect(times).toBe(1)
    expect(given.messages.at(-1)).toEqual(sent(answer('a'.repeat(10_000))))
  })

  it('one value twice in a message counts once', () => {
    const value = valueOf(sealed(thought, call('c')))
    const twice = sent(carrier(value), call(withSealed('c', value)))
    const { bytes } = sealer.open(value, context) as { bytes: number }
    expect(reopen(conversation(twice), { ...options, maxBytes: bytes }).reports).toMatchObject([{ outcome: 'restored' }])
  })
})

it('thousands of messages are read in steps, with some hundred values in each', () => {
  const given = conversation(
    ...Array.from({ length: 1000 }, (_, at) => [user, sent(carrier(valueOf(sealed(thought, answer(`${at}`)))), answer('I look.'))]).flat(),
  )
  let opened = 0
  const perStep: number[] = []
  const counting = {
    ...sealer,
    open: (...value: Parameters<typeof sealer.open>) => {
      opened++
      return sealer.open(...value)
    },
  }
  const steps = reopenInSteps(given, { sealer: counting, context })
  for (;;) {
    const { done, value } = steps.next()
    perStep.push(opened)
    opened = 0
    if (done !== true) continue
    expect(value).toEqual(reopen(given, options))
    expect(value.reports).toHaveLength(1000)
    break
  }
  expect(Math.max(...perStep)).toBe(200)
})
