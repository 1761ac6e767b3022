import { describe, expect, it, onTestFinished } from 'vitest'
import type { Json } from '@reason/gateway/json'
import { plainAnswer } from '../../cases/wire-bodies.ts'
import { startScripted } from '../../matrix/upstream.ts'
import { startGateway } from '../../support/gateway.ts'
import { postJson } from '../../support/post.ts'

/** Features of `docs/reference/newer-features.md` that stand in a request: what becomes of each before its own API, and before Chat Completions. */
interface Row {
  name: string
  path: '/v1/messages' | '/v1/responses'
  fields: Json
  /** The request of Chat Completions. Undefined: it is refused. */
  translated?: (asked: Json) => void
  /** Notes that the answer counts. */
  notes?: number
}

const user = { role: 'user', content: 'x' }
const say = (...messages: object[]): Json => ({ messages: [user, ...messages] })
const tool = { name: 'f', input_schema: { type: 'object', properties: {} } }
const names = (asked: Json): string[] => ((asked['tools'] ?? []) as { function: { name: string } }[]).map(({ function: { name } }) => name)

const rows: readonly Row[] = [
  {
    name: 'thinking.type between_tools is no thinking',
    path: '/v1/messages',
    fields: { ...say(), thinking: { type: 'between_tools' } },
    translated: (asked) => expect(asked['reasoning_effort']).toBe('none'),
    notes: 1,
  },
  {
    name: 'display updates',
    path: '/v1/messages',
    fields: { ...say(), thinking: { type: 'adaptive', display: 'updates' }, output_config: { effort: 'high' } },
    translated: (asked) => expect(asked['reasoning_effort']).toBe('high'),
    notes: 2,
  },
  {
    name: 'a signed compaction block is its summary',
    path: '/v1/messages',
    fields: {
      messages: [
        { role: 'user', content: [{ type: 'compaction', content: 'Summary.', signature: 's' }] },
        { role: 'assistant', content: 'ok' },
        user,
      ],
    },
    translated: (asked) => expect(JSON.stringify(asked['messages'])).toContain('Summary.'),
  },
  {
    name: 'inline tools are offered',
    path: '/v1/messages',
    fields: say(
      { role: 'assistant', content: 'ok' },
      { role: 'system', content: [{ type: 'tool_addition', tool: { type: 'tool_definition', definition: tool } }] },
      user,
    ),
    translated: (asked) => expect(names(asked)).toEqual(['f']),
  },
  {
    name: 'a configuration_update sets the effort',
    path: '/v1/responses',
    fields: { input: [user, { type: 'configuration_update', reasoning: { effort: 'low' } }] },
    translated: (asked) => expect(asked['reasoning_effort']).toBe('low'),
  },
  {
    name: 'a compaction_trigger is refused',
    path: '/v1/responses',
    fields: { input: [user, { type: 'compaction_trigger' }] },
  },
  {
    name: 'a compaction that only OpenAI can open is refused',
    path: '/v1/responses',
    fields: { input: [{ type: 'compaction', encrypted_content: 'gAAAAB' }, user] },
  },
  {
    name: 'programmatic tool calling is left out',
    path: '/v1/responses',
    fields: { input: [user], tools: [{ type: 'programmatic_tool_calling' }] },
    translated: (asked) => expect(names(asked)).toEqual([]),
    notes: 1,
  },
]

async function ask({ path, fields }: Row, format: 'openai-chat' | 'openai-responses' | 'anthropic-messages') {
  const upstream = await startScripted()
  onTestFinished(() => upstream.close())
  upstream.play([plainAnswer[format]!()])
  const gateway = await startGateway('--upstream', upstream.origin, '--upstream-format', format, '--upstream-provider', 'openai')
  const body = { model: 'gpt-5.2', ...(path === '/v1/messages' && { max_tokens: 4000 }), ...fields }
  const response = await postJson(gateway.url + path, body)
  const text = await response.text()
  return { text, status: response.status, notes: Number(response.headers.get('x-reason-notes') ?? 0), asked: upstream.seen[0], body }
}

describe.each(rows)('$path: $name', (row) => {
  it('and passes before its own API as it came', async () => {
    const { status, asked, body } = await ask(row, row.path === '/v1/messages' ? 'anthropic-messages' : 'openai-responses')
    expect([status, asked]).toEqual([200, body])
  })

  it('before Chat Completions', async () => {
    const { status, notes, asked, text } = await ask(row, 'openai-chat')
    if (row.translated === undefined) return expect([status, asked]).toEqual([400, undefined])
    expect(status, text).toBe(200)
    row.translated(asked!)
    expect(notes, text).toBe(row.notes ?? 0)
  })
})
