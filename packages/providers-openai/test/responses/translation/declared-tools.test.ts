import { describe, expect, it, test } from 'vitest'
import { readResponsesFacts } from '../../../src/index.ts'
import { withDeclaredTools } from '../../../src/responses/translation/declared-tools.ts'

const parameters = { type: 'object', properties: {} }
const fn = (name: string, more: object = {}) => ({ type: 'function', name, parameters, strict: false, ...more })
const user = { role: 'user', content: 'x' }

describe('tools that a conversation of Responses declares', () => {
  const search = { type: 'tool_search', execution: 'client', description: 'Finds tools.', parameters }
  const found = { type: 'tool_search_output', call_id: 'c1', execution: 'client', tools: [fn('late', { defer_loading: true })] }
  const call = { type: 'tool_search_call', call_id: 'c1', execution: 'client', arguments: { query: 'q' } }
  const rows: [name: string, json: object, names: string[], types: (string | undefined)[]][] = [
    ['in an item', { input: [{ type: 'additional_tools', role: 'developer', tools: [fn('a')] }, user] }, ['a'], [undefined]],
    [
      'in several, beside those of the request, of which the last of each name counts',
      {
        tools: [fn('a'), fn('b')],
        input: [
          { type: 'additional_tools', role: 'developer', tools: [fn('a', { description: 'new' })] },
          user,
          { type: 'additional_tools', role: 'developer', tools: [fn('c')] },
        ],
      },
      ['a', 'b', 'c'],
      [undefined],
    ],
    [
      'of one namespace in two items',
      {
        input: [
          { type: 'additional_tools', tools: [{ type: 'namespace', name: 'n', tools: [fn('a')] }] },
          { type: 'additional_tools', tools: [{ type: 'namespace', name: 'n', tools: [fn('b')] }] },
        ],
      },
      ['n'],
      [],
    ],
    ['by a search that its client runs', { tools: [search], input: [user] }, ['tool_search'], [undefined]],
    [
      'by what that search has found',
      { tools: [search], input: [user, call, found] },
      ['tool_search', 'late'],
      [undefined, 'function_call', 'function_call_output'],
    ],
    [
      'by what a search of the provider has found',
      {
        input: [user, { ...call, call_id: null, execution: 'server' }, { ...found, call_id: null, execution: 'server' }],
      },
      ['late'],
      [undefined],
    ],
    ['in an item that has none', { input: [{ type: 'additional_tools' }, user] }, [], [undefined]],
    ['in nothing that is a tool', { input: [{ type: 'additional_tools', tools: [1, null, 'x'] }, user] }, [], [undefined]],
  ]
  test.each(rows)('%s', (_, json, names, types) => {
    expect(readResponsesFacts(json as never).tools).toEqual(names)
    const { input } = withDeclaredTools(json as never)
    expect((input as { type?: string }[]).map(({ type }) => type)).toEqual(types)
  })

  it('leaves an input that is one text', () => {
    expect(withDeclaredTools({ tools: [search], input: 'x' })).toMatchObject({ input: 'x', tools: [{ name: 'tool_search' }] })
  })

  it('says what was found, with namespaces', () => {
    const tools = [{ type: 'namespace', name: 'crm', tools: [fn('find')] }, fn('late')]
    const { input } = withDeclaredTools({ tools: [search], input: [call, { ...found, tools }] })
    expect((input as { output?: string }[])[1]!.output).toBe('These tools can be called now: crm.find, late')
  })

  it('sets what an update in the conversation sets, the last one of each', () => {
    const update = (fields: object) => ({ type: 'configuration_update', ...fields })
    const format = { type: 'json_schema', name: 'x', schema: {} }
    const json = withDeclaredTools({
      reasoning: { effort: 'low', summary: 'auto' },
      input: [user, update({ reasoning: { effort: 'high' } }), update({ text: { format } }), update({ reasoning: { effort: 'xhigh' } })],
    })
    expect(json).toEqual({ reasoning: { effort: 'xhigh', summary: 'auto' }, text: { format }, input: [user] })
  })

  it('leaves a request alone that declares none', () => {
    const json = { tools: [fn('a')], input: [user] }
    expect(withDeclaredTools(json)).toBe(json)
  })
})
