import * as fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { parse, render, type HarmonyMessage } from '../../src/index.ts'
import { hasToken } from '../../src/tokens/written-tokens.ts'
import { hostileHarmony } from '../hostile.ts'

const name = fc.stringMatching(/^[a-z]{1,4}\.[\w-]{1,8}$/)
const content = hostileHarmony.filter((text) => !hasToken(text))
const type = fc.option(fc.oneof(fc.constantFrom('json', 'code', 'JSON'), name))

const said = fc.record({
  role: fc.constant('assistant' as const),
  channel: fc.option(fc.oneof(fc.constantFrom('analysis', 'commentary', 'final'), name)),
  recipient: fc.option(name),
  contentType: type,
  content,
  terminator: fc.constantFrom('end' as const, 'return' as const, 'call' as const),
})
const heard = fc.record({
  role: fc.constantFrom('system' as const, 'developer' as const, 'user' as const),
  channel: fc.constant(null),
  recipient: fc.constant(null),
  contentType: type,
  content,
  terminator: fc.constant('end' as const),
})
const result = fc.record({
  role: fc.constant('tool' as const),
  name,
  channel: fc.constant('commentary'),
  recipient: fc.constant('assistant'),
  contentType: fc.constant(null),
  content,
  terminator: fc.constant('end' as const),
})
const conversation: fc.Arbitrary<HarmonyMessage[]> = fc.array(fc.oneof(said, heard, result), { maxLength: 8 })

const plain: HarmonyMessage = { role: 'assistant', channel: 'final', recipient: null, contentType: null, content: 'Hi.' }

describe('render', () => {
  test('writes what parse reads back', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        expect(parse(render(messages))).toEqual(messages)
      }),
    )
  })

  test('writes whatever parse has read, or says why it cannot', () => {
    fc.assert(
      fc.property(hostileHarmony, (text) => {
        const messages = parse(text)
        let written: string
        try {
          written = render(messages)
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError)
          return
        }
        const again = parse(written)
        expect(again.map((message) => message.content)).toEqual(messages.map((message) => message.content))
        expect(render(again)).toBe(written)
      }),
      { numRuns: runs(2000) },
    )
  })

  test('ends a message by its kind where nothing is said', () => {
    expect(render([plain])).toMatch(/Hi\.<\|end\|>$/)
    expect(render([{ ...plain, recipient: 'f' }])).toMatch(/Hi\.<\|call\|>$/)
    expect(render([{ ...plain, role: 'tool', name: 'f', recipient: 'assistant' }])).toMatch(/Hi\.<\|end\|>$/)
  })

  test.each(['start', 'channel', 'constrain', 'message', 'end', 'return', 'call'])('refuses content with a %s token', (token) => {
    expect(() => render([plain, { ...plain, content: `a <|${token}|> b` }])).toThrow(/message 1 holds a structural token/)
  })

  test('writes a space for each token when asked, so that none can come together', () => {
    const messages = [{ ...plain, content: 'a<|st<|end|>art|><|end|><|end|>b<|other|>' }]
    const written = render(messages, { tokens: 'blank' })
    expect(parse(written).map((message) => message.content)).toEqual(['a<|st art|>  b<|other|>'])
  })

  test.each<[string, Partial<HarmonyMessage>]>([
    ['recipient', { recipient: 'two words' }],
    ['recipient', { recipient: '' }],
    ['channel', { channel: 'final<|message|>' }],
    ['contentType', { contentType: 'to=f' }],
    ['contentType', { contentType: 'analysis' }],
    ['recipient', { recipient: 'f{' }],
    ['name', { name: 'a b' }],
    ['name', { name: '|message|', role: 'tool' }],
    ['recipient', { recipient: 'f<channel|>' }],
    ['recipient', { recipient: '|channel|' }],
    ['channel', { channel: '思考' }],
  ])('refuses a %s that would be read as something else', (field, wrong) => {
    expect(() => render([{ ...plain, ...wrong }])).toThrow(new RegExp(`Message 0 has the ${field}`))
  })

  test('refuses a tool that has the name of a role', () => {
    expect(() => render([{ ...plain, role: 'tool', name: 'assistant' }])).toThrow(/reads as a role/)
  })
})

describe('parse', () => {
  test('reads messages of all roles, with what ended them', () => {
    expect(parse('<|start|>user:eve<|message|>q<|end|><|start|>assistant<|channel|>final<|message|>a')).toEqual([
      { role: 'user', name: 'eve', channel: null, recipient: null, contentType: null, content: 'q', terminator: 'end' },
      { role: 'assistant', channel: 'final', recipient: null, contentType: null, content: 'a' },
    ])
  })

  test('takes the options of the adapter, and the tools that were offered', () => {
    const [message] = parse('commentaryto=functions.shelljson{}', { dialect: 'harmony-text', tools: ['functions.shell'] })
    expect(message).toMatchObject({ recipient: 'functions.shell', contentType: 'json', content: '{}' })
    expect(() => parse('', { dialect: 'harmony-txt' as 'harmony' })).toThrow(/dialect/)
  })
})
