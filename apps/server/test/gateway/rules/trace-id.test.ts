import { expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { postGenerate } from '../../support/generate.ts'

const request = { model: 'embedded/qwen3-native', prompt: 'What is 17 * 3?' }

it.each([true, false])('says under which id a generation is stored (stream: %s)', async (stream) => {
  const { url } = await startGateway('--traces', 'sqlite::memory:')
  const response = await postGenerate(url, { ...request, stream })
  const id = response.headers.get('x-reason-trace-id')
  await response.text()
  await expect
    .poll(async () => (await fetch(`${url}/api/traces/${id}`)).json() as Promise<object>)
    .toMatchObject({ id, model: request.model })
})

it('says none where nothing is kept', async () => {
  const { url } = await startGateway('--traces', 'sqlite::memory:')
  expect((await postGenerate(url, request, { 'x-reason-trace': 'none' })).headers.has('x-reason-trace-id')).toBe(false)
  const without = await startGateway()
  expect((await postGenerate(without.url, request)).headers.has('x-reason-trace-id')).toBe(false)
})

it.each([true, false])('says it of one that failed, too (stream: %s)', async (stream) => {
  const { url } = await startGateway('--upstream', 'http://127.0.0.1:9/v1', '--traces', 'sqlite::memory:')
  const response = await postGenerate(url, { ...request, stream })
  expect([response.status, await response.json()]).toMatchObject([502, { error: { code: 'upstream_unreachable' } }])
  const id = response.headers.get('x-reason-trace-id')
  await expect
    .poll(async () => (await fetch(`${url}/api/traces/${id}`)).json() as Promise<object>)
    .toMatchObject({ id, outcome: 'error', metadata: { code: 'upstream_unreachable' } })
})
