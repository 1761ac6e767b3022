import { describe, expect, it, test } from 'vitest'
import { withDeclaredTools } from '../src/request/declared-tools.ts'

const parameters = { type: 'object', properties: {} }
const user = { role: 'user', content: 'x' }

describe('tools that a conversation of Messages declares', () => {
  const tool = (name: string, more: object = {}) => ({ name, input_schema: parameters, ...more })
  const defines = (name: string) => ({ type: 'tool_addition', tool: { type: 'tool_definition', definition: tool(name) } })
  const adds = (name: string) => ({ type: 'tool_addition', tool: { type: 'tool_reference', name } })
  const removes = (name: string) => ({ type: 'tool_removal', tool: { type: 'tool_reference', name } })
  const system = (...content: object[]) => ({ role: 'system', content })
  const text = { type: 'text', text: 'MCP connected' }
  const rows: [name: string, tools: object[], messages: object[], names: string[], left: number][] = [
    ['adds one', [tool('a')], [user, system(defines('b'))], ['a', 'b'], 1],
    ['adds one in place of another of its name', [tool('a'), tool('b')], [user, system(defines('a'))], ['b', 'a'], 1],
    ['removes one', [tool('a'), tool('b')], [user, system(text, removes('a'))], ['b'], 2],
    ['removes one and adds it again', [tool('a')], [user, system(removes('a')), user, system(adds('a'))], ['a'], 2],
    ['removes what it has added', [], [system(defines('a')), user, system(removes('a'))], [], 1],
    ['adds what there never was', [], [system(adds('a')), user], [], 1],
    [
      'has had its beginning compacted',
      [tool('a')],
      [
        {
          role: 'user',
          content: [{ type: 'compaction', content: 'Summary.', signature: 's', tool_changes: [removes('a'), defines('b')] }],
        },
        user,
      ],
      ['b'],
      2,
    ],
    ['could not be compacted', [tool('a')], [{ role: 'user', content: [{ type: 'compaction', content: null }] }, user], ['a'], 1],
  ]
  test.each(rows)('%s', (_, tools, messages, names, left) => {
    const json = withDeclaredTools({ tools, messages })
    expect(((json['tools'] as { name: string }[] | undefined) ?? []).map(({ name }) => name)).toEqual(names)
    expect(json['messages']).toHaveLength(left)
    expect(JSON.stringify(json['messages'])).not.toMatch(/tool_addition|tool_removal|compaction/)
  })

  it('keeps the summary of what was compacted, as a text', () => {
    const json = withDeclaredTools({
      messages: [{ role: 'user', content: [{ type: 'compaction', content: 'Summary.', encrypted_content: 'e' }] }],
    })
    expect(json['messages']).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Summary.' }] }])
  })

  const said = (role: string, ...content: object[]) => ({ role, content })
  const summary = { type: 'compaction', content: 'Summary.' }
  const asText = { type: 'text', text: 'Summary.' }
  it.each<[name: string, messages: object[], expected: object[]]>([
    ['before an answer', [user, said('assistant', summary, text), user], [said('user', asText), said('assistant', text), user]],
    ['alone', [user, said('assistant', text), user, said('assistant', summary), user], [said('user', asText), user]],
    ['behind a text', [user, said('assistant', text, summary), user], [said('user', asText), user]],
    ['of the user', [user, said('user', summary, text)], [said('user', asText, text)]],
    [
      'twice',
      [user, said('assistant', { ...summary, content: 'First.' }, text), user, said('assistant', summary, text), user],
      [said('user', asText), said('assistant', text), user],
    ],
    ['that failed', [user, said('assistant', { ...summary, content: null }, text), user], [user, said('assistant', text), user]],
  ])('leaves out what a summary condenses: %s', (_, messages, expected) => {
    expect(withDeclaredTools({ messages })['messages']).toEqual(expected)
  })

  it('offers a tool that was added before a summary', () => {
    const json = withDeclaredTools({ messages: [user, system(defines('b')), said('assistant', summary), user] })
    expect(json['tools']).toMatchObject([{ name: 'b' }])
    expect(json['messages']).toHaveLength(2)
  })

  it('says in a result which tools a search of the client has found', () => {
    const result = { type: 'tool_result', tool_use_id: 't', content: [{ type: 'tool_reference', tool_name: 'a' }] }
    const json = withDeclaredTools({ messages: [{ role: 'user', content: [result] }] })
    expect(json['messages']).toEqual([
      { role: 'user', content: [{ ...result, content: [{ type: 'text', text: 'The tool a can be called now.' }] }] },
    ])
  })
})
