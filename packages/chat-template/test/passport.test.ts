import { createRegistry } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { passportOf, readTemplate } from '../src/index.ts'
import { chat } from './unknown-templates.ts'

const passport = (source: string) => passportOf(readTemplate(source), { models: ['some-*'], source: 'a test' })

const call = (open: string, close: string): string =>
  `{% for c in m.tool_calls or [] %}{{ '${open}' + c.function.name + ' ' + (c.function.arguments | tojson) + '${close}' }}{% endfor %}`

const to = (recipient: string, text: string): string => `{{ '<|go|>assistant to=${recipient}<|text|>' + ${text} + '<|stop|>' }}`

it('has the header of a message to anyone, because that of a call names its tool', () => {
  const own = `{% if m.thinking %}${to('inner', 'm.thinking')}{% endif %}{% for c in m.tool_calls or [] %}${to("' + c.function.name + '", "'<call>' + (c.function.arguments | tojson) + '</call>'")}{% endfor %}{% if m.content %}${to('user', 'm.content')}{% endif %}`
  const source = `{%- for m in messages -%}{% if m.role == 'assistant' %}${own}{% else %}{{ '<|go|>' + m.role + '<|text|>' + m.content + '<|stop|>' }}{% endif %}{%- endfor -%}{%- if add_generation_prompt %}{{ '<|go|>assistant' }}{% endif %}`
  expect(passport(source).options?.['think-tags']).toMatchObject({
    startTag: 'to=inner<|text|>',
    toolOpeners: '<call>',
    answerTokens: { prefix: 'to=', suffix: '<|text|>' },
  })
})

describe('a passport', () => {
  it.each([
    [
      'tags, calls and a wrapper that is a token',
      `{%- for m in messages -%}{{ '<|' + m.role + '|>' }}{% if m.role == 'assistant' %}{% if m.thinking %}{{ '<|muse|>quiet\\n' + m.thinking + '<|/muse|>' }}{% endif %}{% if m.content %}{{ '<|START_SAY|>' + m.content + '<|END_SAY|>' }}{% endif %}${call('<call>', '</call>')}{% else %}{{ m.content }}{% endif %}{{ '<|over|>' }}{%- endfor -%}{%- if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}`,
      {
        models: ['some-*'],
        source: 'a test',
        flags: { 'think-tags': true },
        serviceTokens: ['<|over|>', '<|system|>', '<|user|>', '<|assistant|>'],
        options: {
          'think-tags': {
            commonTags: true,
            startTag: '<|muse|>',
            endTag: '<|/muse|>',
            startLabel: 'quiet\n',
            toolOpeners: '<call>',
            toolClosers: '</call>',
            answerTokens: '<|START_SAY|>',
            contentStrip: '<|END_SAY|>',
          },
        },
      },
    ],
    [
      'a closer without an opener',
      chat(`{{ 'I think:' }}`, `{% if m.thinking %}{{ 'I think:' + m.thinking + '[DONE THINKING]' }}{% endif %}`),
      {
        models: ['some-*'],
        source: 'a test',
        flags: { 'think-tags': true },
        serviceTokens: ['<|over|>', '<|system|>', '<|user|>', '<|assistant|>'],
        options: { 'think-tags': { commonTags: true, startTag: null, endTag: '[DONE THINKING]' } },
      },
    ],
    [
      'wrappers with ordinary names',
      chat('', '', `{{ 'Write <think>…</think> and <answer>…</answer>.' }}`),
      {
        models: ['some-*'],
        source: 'a test',
        flags: { 'think-tags': true },
        serviceTokens: ['<|over|>', '<|system|>', '<|user|>', '<|assistant|>'],
        options: {
          'think-tags': { commonTags: true, startTag: '<think>', endTag: '</think>', answerOpen: '<answer>', answerClose: '</answer>' },
        },
      },
    ],
    [
      'no thought',
      chat(''),
      { models: ['some-*'], source: 'a test', serviceTokens: ['<|over|>', '<|system|>', '<|user|>', '<|assistant|>'] },
    ],
    [
      'channels of Harmony',
      `{%- for m in messages -%}{% if m.role == 'assistant' %}{% if m.thinking %}{{ '<|start|>assistant<|channel|>analysis<|message|>' + m.thinking + '<|end|>' }}{% endif %}{{ '<|start|>assistant<|channel|>final<|message|>' + m.content + '<|return|>' }}{% else %}{{ '<|start|>' + m.role + '<|message|>' + m.content + '<|end|>' }}{% endif %}{%- endfor -%}{%- if add_generation_prompt %}{{ '<|start|>assistant' }}{% endif %}`,
      {
        models: ['some-*'],
        source: 'a test',
        flags: { harmony: true, 'think-tags': false },
        serviceTokens: ['<|return|>', '<|start|>', '<|message|>', '<|channel|>'],
      },
    ],
    [
      'a thought that is a message of its own',
      chat('', `{% if m.thinking %}{{ '<|musing|>' + m.thinking + '<|over|><|assistant|>' }}{% endif %}`),
      {
        models: ['some-*'],
        source: 'a test',
        flags: { 'think-tags': true },
        serviceTokens: ['<|system|>', '<|user|>', '<|assistant|>'],
        options: { 'think-tags': { commonTags: true, startTag: '<|musing|>', endTag: ['<|over|><|assistant|>', '<|over|>'] } },
      },
    ],
    ['what could not be read', '{{ messages[0', { models: ['some-*'], source: 'a test' }],
  ])('of a template with %s', (_, source, expected) => {
    expect(passport(source)).toEqual(expected)
  })

  it.each([
    ['roles in ordinary tags', `'<' + m.role + '>'`, `'</' + m.role + '>'`, '', ['</assistant>']],
    ['roles in tokens', `'<|' + m.role + '|>'`, `'<|eot|>'`, '', ['<|eot|>', '<|system|>', '<|user|>', '<|assistant|>']],
    ['a token in three pieces', `'<|open|>message ' + m.role + '<|sep|>'`, `'<|close|>message<|sep|>'`, '', ['<|close|>message<|sep|>']],
    [
      'tokens inside a call',
      `'<|' + m.role + '|>'`,
      `'<|eot|>'`,
      call('<|tool_begin|>', '<|tool_args|><|tool_end|>'),
      ['<|eot|>', '<|system|>', '<|user|>', '<|assistant|>'],
    ],
  ])('takes out of answers what is no text, and no part of a call: %s', (_, header, footer, calls, tokens) => {
    const source = `{%- for m in messages -%}{{ ${header} }}{{ m.content }}${calls}{{ ${footer} }}{%- endfor -%}{%- if add_generation_prompt %}{% set m = {'role': 'assistant'} %}{{ ${header} }}{% endif %}`
    expect(passport(source).serviceTokens).toEqual(tokens)
  })

  it('with tokens of the tokenizer, which the template names by variables', () => {
    const source = `{%- for m in messages -%}{{ bos_token + m.role + ': ' + m.content + eos_token }}{%- endfor -%}{%- if add_generation_prompt %}{{ bos_token + 'assistant: ' }}{% endif %}`
    const facts = readTemplate(source, { tokens: { bos_token: '<s>', eos_token: '</s>' } })
    expect([facts.endOfTurn, facts.serviceTokens]).toEqual([['</s>'], ['<s>', '</s>']])
  })

  it('is one that the registry takes', () => {
    const source = chat(`{{ '<murmur>' }}`, `{% if m.thinking %}{{ '<murmur>' + m.thinking + '</murmur>' }}{% endif %}`)
    const registry = createRegistry().know(passport(source))
    const { passport: resolved } = registry.resolve({ model: 'some-model' })
    expect(resolved.options['think-tags']).toEqual({ commonTags: true, startTag: '<murmur>', endTag: '</murmur>' })
  })
})
