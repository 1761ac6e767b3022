import { describe, expect, it } from 'vitest'
import { readTemplate, startOf, type TemplateStart, type StartQuery } from '../src/index.ts'
import { chat } from './unknown-templates.ts'

const think = `{% if m.reasoning_content %}{{ '<think>' + m.reasoning_content + '</think>' }}{% endif %}`

const degrees = readTemplate(
  chat(
    `{% if enable_thinking is defined and not enable_thinking or reasoning_effort == 'none' %}{{ '<think></think>' }}{% elif reasoning_effort != 'adaptive' %}{{ '<think>' }}{% endif %}`,
    think,
    `{% if reasoning_effort is defined and reasoning_effort not in ['none', 'low', 'adaptive'] %}{{ raise_exception('no such effort') }}{% endif %}`,
  ),
)

const spoken = readTemplate(
  chat(
    `{{ '<think>' if ns.on else '<think></think>' }}`,
    think,
    `{% set ns = namespace(on=enable_thinking | default(true)) %}{% for m in messages if m.content is string %}{% if '/quiet_no_think' in m.content or '/no_think' in m.content %}{% set ns.on = false %}{% elif '/think' in m.content %}{% set ns.on = true %}{% endif %}{% endfor %}`,
  ),
)

/** Thinks only if the switch is on and no word says otherwise. */
const switchedOn = readTemplate(
  chat(
    `{{ '<think>' if ns.on else '<think></think>' }}`,
    think,
    `{% set ns = namespace(on=enable_thinking | default(false)) %}{% for m in messages if m.content is string and '/no_think' in m.content %}{% set ns.on = false %}{% endfor %}`,
  ),
)

const later = readTemplate(chat(`{% if messages[-1].role == 'tool' %}{{ '<think>' }}{% endif %}`, think))

describe('where the output of a request begins', () => {
  it.each<[string, StartQuery, TemplateStart | undefined]>([
    ['says nothing', {}, 'reasoning'],
    ['turns thinking on', { thinking: true }, 'reasoning'],
    ['turns thinking off', { thinking: false }, 'answer'],
    ['passes the switch', { switches: { enable_thinking: false } }, 'answer'],
    ['passes a degree', { switches: { reasoning_effort: 'adaptive' } }, 'answer'],
    ['passes both', { switches: { enable_thinking: true, reasoning_effort: 'none' } }, 'answer'],
    ['passes a variable against what it says', { thinking: false, switches: { enable_thinking: true } }, 'reasoning'],
    ['passes a variable that the template does not read', { switches: { thinking_mode: 'off' } }, 'reasoning'],
    ['passes a value that the template refuses', { switches: { reasoning_effort: 'ultra' } }, undefined],
    ['ends with the result of a tool', { afterToolResult: true }, 'reasoning'],
    ['turns it off behind the result of a tool', { afterToolResult: true, thinking: false }, 'answer'],
  ])('it %s', (_, query, start) => {
    expect(startOf(degrees, query)).toBe(start)
  })

  it.each<[string, { in: 'user' | 'system'; text: string }[], boolean | undefined, TemplateStart]>([
    ['no word', [{ in: 'user', text: 'Hello' }], undefined, 'reasoning'],
    ['a word of the user', [{ in: 'user', text: 'Hello /no_think' }], undefined, 'answer'],
    [
      'a word of the system',
      [
        { in: 'system', text: '/no_think' },
        { in: 'user', text: 'Hello' },
      ],
      undefined,
      'answer',
    ],
    ['a word against the switch', [{ in: 'user', text: 'Hello /think' }], false, 'reasoning'],
    [
      'two words, of which the last counts',
      [
        { in: 'system', text: '/no_think' },
        { in: 'user', text: '/think Hello' },
      ],
      false,
      'reasoning',
    ],
    ['two words in one message', [{ in: 'user', text: '/no_think, no: /think' }], false, 'reasoning'],
    ['two words in one message, the other way round', [{ in: 'user', text: '/think, no: /no_think' }], undefined, 'answer'],
    ['a word that begins like another', [{ in: 'user', text: 'Hello /think' }], undefined, 'reasoning'],
  ])('the conversation has %s', (_, conversationWords, thinking, start) => {
    expect(startOf(spoken, { conversationWords, ...(thinking !== undefined && { thinking }) })).toBe(start)
  })

  it('takes the longer of two words that end alike', () => {
    const plain = readTemplate(
      chat(
        `{{ '<think>' if ns.on else '<think></think>' }}`,
        think,
        `{% set ns = namespace(on=enable_thinking | default(true)) %}{% for m in messages if m.content is string %}{% if 'think' in m.content %}{% set ns.on = 'no_think' not in m.content %}{% endif %}{% endfor %}`,
      ),
    )
    expect(startOf(plain, { conversationWords: [{ in: 'user', text: 'Hello no_think' }] })).toBe('answer')
  })

  it('a word counts against a switch that is on', () => {
    const conversationWords = [{ in: 'user' as const, text: 'Hello /no_think' }]
    expect(startOf(switchedOn, { thinking: true })).toBe('reasoning')
    expect(startOf(switchedOn, { thinking: true, conversationWords })).toBe('answer')
  })

  it('takes a word for one that turns thinking on where the prompt does not close the thought then', () => {
    const closing = chat(`{% if '/think' not in messages[-1].content %}{{ '<think></think>' }}{% endif %}`, think)
    expect(readTemplate(closing).words).toEqual([{ word: '/think', in: 'user', thinking: true }])
    const opening = chat(`{% if '/no_think' not in messages[-1].content %}{{ '<think>' }}{% endif %}`, think)
    expect(readTemplate(opening).words).toEqual([{ word: '/no_think', in: 'user', thinking: false }])
  })

  it('finds words that do not name thinking', () => {
    const commands = chat(`{{ '<think>' if '/deep' in messages[-1].content else '<think></think>' }}`, think)
    expect(readTemplate(commands).words).toEqual([{ word: '/deep', in: 'user', thinking: true }])
    const tokens = chat(`{{ '<think></think>' if '<|think_off|>' in messages[-1].content else '<think>' }}`, think)
    expect(readTemplate(tokens).words).toEqual([{ word: '<|think_off|>', in: 'user', thinking: false }])
  })

  it.each<[StartQuery, TemplateStart]>([
    [{}, 'answer'],
    [{ afterToolResult: true }, 'reasoning'],
    // There is no switch: what the request says of thinking changes nothing.
    [{ thinking: false, afterToolResult: true }, 'reasoning'],
  ])('without a switch, %j gives %s', (query, start) => {
    expect(startOf(later, query)).toBe(start)
  })

  it('is not known of what could not be read', () => {
    expect(startOf(readTemplate('{{ messages[0'))).toBeUndefined()
    expect(startOf(readTemplate('{{ .Thinking }}</think>'), { thinking: true })).toBeUndefined()
  })
})
