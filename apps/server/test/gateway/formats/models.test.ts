import { describe, expect, it } from 'vitest'
import { apis } from '@reason/gateway/test/support/apis'
import { idsIn } from '@reason/gateway/src/upstreams/model-list'
import { modelList } from '@reason/gateway/upstreams'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'

describe('the list of models', () => {
  it('is passed on where it is like that of OpenAI', async () => {
    const list = { data: [{ type: 'model', id: 'claude-sonnet-4-5', display_name: 'Claude Sonnet 4.5' }], has_more: false }
    const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: JSON.stringify(list) })
    const { client } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages')
    const ids = (await client.models.list()).data.map(({ id }) => id)
    expect(ids).toEqual(['claude-sonnet-4-5'])
    expect(seen[0]).toMatchObject({
      url: '/v1/models?limit=1000',
      headers: { 'x-api-key': 'client-key', 'anthropic-version': '2023-06-01' },
    })
  })

  it('is written anew where it is not', async () => {
    const { origin, seen } = await rememberingUpstream({
      type: 'application/json',
      body: '{"models":[{"name":"qwen3:4b","model":"qwen3:4b"}]}',
    })
    const { client } = await startGateway('--upstream', origin, '--upstream-format', 'ollama')
    expect((await client.models.list()).data).toMatchObject([{ id: 'qwen3:4b', object: 'model', owned_by: 'ollama' }])
    expect(seen[0]!.url).toBe('/api/tags')
  })

  it('is refused where there is none', async () => {
    const { url } = await startGateway('--upstream', 'http://127.0.0.1:1', '--upstream-format', 'cohere')
    const answer = await fetch(`${url}/v1/models`)
    expect(answer.status).toBe(501)
    expect(await answer.json()).toMatchObject({ error: { code: 'not_supported' } })
  })

  it.each([
    ['gemini', { models: [{ name: 'models/gemini-3-pro' }, { name: 'models/gemini-3-flash' }, {}] }, ['gemini-3-pro', 'gemini-3-flash']],
    ['ollama', { models: [{ name: 'qwen3:4b', model: 'qwen3:4b', size: 1 }] }, ['qwen3:4b']],
    ['ollama', 'nothing', []],
  ] as const)('%s: is translated', (format, body, ids) => {
    const found = idsIn(body, apis[format].models)
    expect(found).toEqual(ids)
    const listed = found.map((id) => ({ id, owner: format }))
    expect(JSON.parse(modelList(listed))).toMatchObject({
      object: 'list',
      data: ids.map((id) => ({ id, object: 'model', owned_by: format })),
    })
  })
})
