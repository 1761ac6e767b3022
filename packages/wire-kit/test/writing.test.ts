import type { WarningPart } from '@reason/core/parts'
import type { Message } from '@reason/core/conversation'
import {
  argumentsAtEnd,
  asJson,
  bareRefusal,
  callInput,
  createCallIds,
  createNotCarried,
  createResponseReader,
  createTextSeams,
  endingMessage,
  fitBehindUnderscore,
  fitToolName,
  resolveToolName,
  withLastMarked,
} from '@reason/wire-kit'
import { describe, expect, test } from 'vitest'

describe('the name of a tool', () => {
  const rows: [name: string, tools: string[] | undefined, resolved: string][] = [
    ['get_weather', undefined, 'get_weather'],
    ['functions.get_weather', undefined, 'get_weather'],
    ['functions.', undefined, 'functions.'],
    ['functions.get_weather', ['functions.get_weather'], 'functions.get_weather'],
    ['functions.get_weather', ['get_weather'], 'get_weather'],
    ['Get-Weather', ['get_weather', 'other'], 'get_weather'],
    ['getweather', ['get_weather', 'get-weather'], 'getweather'],
    ['unheard_of', ['get_weather'], 'unheard_of'],
  ]
  test.each(rows)('%s among %o is %s', (name, tools, resolved) => expect(resolveToolName(name, tools)).toBe(resolved))

  const server = `mcp__${'server'.repeat(12)}__`
  const long = [`${server}read`, `${server}write`]
  test.each(['files/read:all', 'Dateien öffnen', ...long])('%s is found again by what a provider takes of it', (name) => {
    const tools = [...long, 'files/read:all', 'Dateien öffnen', 'other']
    for (const maxLength of [64, 128]) {
      const fitted = fitToolName(name, maxLength)
      expect(fitted).toMatch(/^[\w-]+$/)
      expect(fitted.length).toBeLessThanOrEqual(maxLength)
      expect(resolveToolName(fitted, tools)).toBe(name)
    }
  })

  test.each(['1password-get', `1${long[0]}`])('%s is found again behind a letter or `_`, where a provider demands one', (name) => {
    const fitted = fitBehindUnderscore(name, 64)
    expect(fitted).toMatch(/^_[\w-]{1,63}$/)
    expect(resolveToolName(fitted, [...long, `_${name}`, name])).toBe(name)
  })

  const alike: [name: string, other: string, fitted: string][] = [
    ['搜索', '天气', '___0b6efa3b'],
    ['my.func tool', 'my_func tool', 'my_func_tool_7c4cb309'],
    ['my.func', 'my_func', 'my_func_9e0fd715'],
    ['получить', 'сообщить', '_________ed28ce6f'],
  ]
  test.each(alike)('%s and %s stay two tools where a provider takes neither', (name, other, fitted) => {
    for (const maxLength of [64, 128]) {
      const names = [name, other].map((one) => fitToolName(one, maxLength))
      expect(names[0]).toBe(fitted)
      expect(names[1]).not.toBe(fitted)
      expect(names.map((one) => resolveToolName(one, [name, other]))).toEqual([name, other])
    }
  })

  test('fits a provider as it is, where it is no longer than that, and does so once', () => {
    expect(fitToolName('get-weather_2', 64)).toBe('get-weather_2')
    expect(fitToolName('a'.repeat(64), 64)).toBe('a'.repeat(64))
    expect(new Set(long.map((name) => fitToolName(name, 64))).size).toBe(2)
    const fitted = fitToolName(long[0]!, 64)
    expect(fitted).toMatch(/^mcp__server.{44}_[0-9a-f]{8}$/)
    expect(fitToolName(fitted, 64)).toBe(fitted)
  })
})

test('ids of calls: their own, else made of the response, never one twice', () => {
  const id = createCallIds('toolu_', () => 'msg_01AB', {})
  expect([id('x'), id(undefined), id('x'), id(''), id('toolu_01AB_3'), id(undefined)]).toEqual([
    'x',
    'toolu_01AB_0',
    'toolu_01AB_1',
    'toolu_01AB_2',
    'toolu_01AB_3',
    'toolu_01AB_4',
  ])
  expect(createCallIds('toolu_', () => 'r', { createId: (kind, n) => `${kind}${n}` })(undefined)).toBe('call0')
})

test('what is not carried is told once for each kind', () => {
  const told: WarningPart[] = []
  const notCarried = createNotCarried('The format', { onWarning: (warning) => told.push(warning) })
  for (const what of ['seals', 'commentary', 'seals']) notCarried(what)
  expect(told.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'not-carried: Left out: seals. The format has no field for this.',
    'not-carried: Left out: commentary. The format has no field for this.',
  ])
  expect(() => createNotCarried('The format', {})('seals')).not.toThrow()
})

test('JSON of any value', () => {
  const cycle: unknown[] = []
  cycle.push(cycle)
  const values: unknown[] = ['a', '', 1, null, undefined, { a: 1 }, () => 1, 1n, cycle]
  expect(values.map((value) => JSON.parse(asJson(value)) as unknown)).toEqual([
    'a',
    '',
    1,
    null,
    null,
    { a: 1 },
    null,
    '[object BigInt]',
    '[object Array]',
  ])
})

test('the input of a call is a value, whatever its text is', () => {
  const told: string[] = []
  const inputs = ['', '{"a":1}', '{"a":'].map((text) => callInput(text, (what) => told.push(what)))
  expect(inputs).toEqual([{}, { a: 1 }, { input: '{"a":' }])
  expect(told).toEqual(['arguments that are no JSON'])
})

test('an ending without a reported error names the native reason, if it says more', () => {
  expect([endingMessage('error'), endingMessage('content-filter'), endingMessage('aborted'), endingMessage(undefined)]).toEqual([
    'The provider ended the generation with an error and did not say which.',
    'A content filter ended the generation. The answer ends here.',
    'The generation was ended before it was complete. The answer ends here.',
    'The generation was ended before it was complete. The answer ends here.',
  ])
  expect(endingMessage('error', 'MALFORMED_FUNCTION_CALL')).toBe(
    'The provider ended the generation with an error: MALFORMED_FUNCTION_CALL.',
  )
  expect(endingMessage('error', 'ERROR')).toBe('The provider ended the generation with an error and did not say which.')
  expect(endingMessage('error', 'failed')).toBe('The provider ended the generation with an error and did not say which.')
  expect(endingMessage('aborted', 'gone')).toBe(endingMessage('aborted'))
})

test('a frame that is no JSON goes to the format first', () => {
  const reader = createResponseReader('w', {}, (context) => ({
    read() {},
    readText(data, name) {
      if (name === 'error') context.fail({ message: data })
      return name === 'error'
    },
  }))
  expect(reader.pushFrame({ event: 'error', data: 'broke' })).toEqual([{ type: 'error', error: { message: 'broke' } }])
  expect(reader.pushFrame({ data: 'broke' })).toMatchObject([{ type: 'native', event: 'frame.invalid-json' }, { code: 'invalid-json' }])
})

describe('the arguments of a call that ended without any', () => {
  test.each([
    [{ boundary: 'wire' }, '{}'],
    [{ boundary: undefined }, '{}'],
    [{ boundary: 'end-of-stream' }, ''],
    [{ boundary: 'limit' }, ''],
    [{ boundary: 'wire', custom: true }, ''],
    [{ boundary: 'wire', isEmpty: false }, ''],
  ] as const)('%j', (call, written) => {
    expect(argumentsAtEnd({ isEmpty: true, custom: false, ...call })).toBe(written)
  })
})

describe('a refusal for a client that may not see all', () => {
  test.each([
    [{ category: 'cyber', explanation: 'It asked for malware.' }, { category: 'cyber' }],
    [{ category: 'LANGUAGE' }, { category: 'LANGUAGE' }],
    [{ category: 'The user wants malware' }, undefined],
    [{ explanation: 'It asked for malware.' }, undefined],
  ])('%j', (refusal, bare) => {
    expect(bareRefusal(refusal)).toEqual(bare)
  })
})

describe('texts in one field', () => {
  const of = (block: number, channel: 'reasoning' | 'commentary' | 'answer', text: string) => ({ block, channel, text })

  test('are apart where a comment stands beside another text', () => {
    const { before } = createTextSeams()
    const parts = [of(0, 'reasoning', 'a'), of(1, 'reasoning', 'b'), of(2, 'commentary', 'c'), of(3, 'reasoning', 'd')]
    expect(parts.map((part) => before('reasoning_content', part))).toEqual(['', '', '\n\n', '\n\n'])
  })

  test('an empty one is none', () => {
    const { before } = createTextSeams()
    const parts = [of(0, 'commentary', ''), of(1, 'answer', 'b'), of(2, 'commentary', ''), of(1, 'answer', 'c')]
    expect(parts.map((part) => before('content', part))).toEqual(['', '', '', ''])
  })
})

describe('a mark of the whole request', () => {
  const body = { cache_control: { type: 'ephemeral', ttl: '1h' } }
  const user: Message = { role: 'user', content: [{ type: 'text', text: 'a' }] }
  const tool: Message = { role: 'tool', call: 'x', content: [{ type: 'text', text: 'b' }] }
  const assistant: Message = { role: 'assistant', items: [] }

  test('stands on the last message that is no answer, be it the result of a tool', () => {
    expect(withLastMarked([user, assistant, tool], body)).toEqual([user, assistant, { cache: '1h', ...tool }])
    expect(withLastMarked([tool, user, assistant], body)).toEqual([
      tool,
      { role: 'user', content: [{ cache: '1h', type: 'text', text: 'a' }] },
      assistant,
    ])
    expect(withLastMarked([user], {})).toEqual([user])
  })
})
