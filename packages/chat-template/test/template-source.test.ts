import { describe, expect, it } from 'vitest'
import { templatesIn } from '../src/index.ts'

const template = '{{ messages }}'
const source = { name: 'default', template, from: 'here', tokens: {}, notes: [] }

describe('templates in JSON', () => {
  it.each<[string, unknown, object[]]>([
    ['a text', { chat_template: template }, [source]],
    ['several by name', { chat_template: [{ name: 'rag', template }, { template }] }, [{ ...source, name: 'rag' }, source]],
    ['one for tools', { chat_template_tool_use: template }, [{ ...source, name: 'tool_use' }]],
    ['of Ollama', { template, capabilities: ['thinking', 7] }, [{ ...source, notes: ['capabilities: thinking'] }]],
    [
      'with tokens and a build',
      { chat_template: template, bos_token: '<s>', eos_token: { content: '</s>' }, build_info: 'b1' },
      [{ ...source, tokens: { bos_token: '<s>', eos_token: '</s>' }, notes: ['build b1'] }],
    ],
    ['the name of a built-in one', { chat_template: 'chatml' }, []],
    ['no object', 'text', []],
    ['nothing', undefined, []],
  ])('%s', (_, json, templates) => expect(templatesIn(json, 'here')).toEqual(templates))
})
