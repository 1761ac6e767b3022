import { expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { postGenerate } from '../../support/generate.ts'

async function filled(): Promise<string> {
  const { url } = await startGateway('--traces', 'sqlite::memory:')
  for (const session of ['alice', 'bob']) await (await postGenerate(url, { model: 'embedded/qwen3-native', prompt: 'x', session })).text()
  await expect.poll(async () => ((await (await fetch(`${url}/api/traces`)).json()) as { items: unknown[] }).items.length).toBe(2)
  return url
}

it('gives traces out as a file, those that are meant', async () => {
  const url = await filled()
  const all = await fetch(`${url}/api/traces/export`)
  expect(all.headers.get('content-type')).toContain('application/jsonl')
  expect(all.headers.get('content-disposition')).toMatch(/^attachment; filename="traces-\d{4}-\d\d-\d\d\.jsonl"$/)
  const records = (await all.text()).trimEnd().split('\n')
  expect(records.map((line) => (JSON.parse(line) as { sessionKey: string }).sessionKey).toSorted()).toEqual(['alice', 'bob'])

  const csv = await (await fetch(`${url}/api/traces/export?format=csv&session=alice`)).text()
  expect(csv).toMatch(/^id,/)
  expect(csv).toContain('alice')
  expect(csv).not.toContain('bob')
  const parquet = Buffer.from(await (await fetch(`${url}/api/traces/export?format=parquet`)).arrayBuffer())
  expect(parquet.subarray(0, 4).toString()).toBe('PAR1')
  expect(await (await fetch(`${url}/api/traces/export?session=nobody`)).text()).toBe('')
})

it('says what is wrong with the question, before a file begins', async () => {
  const { url } = await startGateway('--traces', 'sqlite::memory:')
  const problem = async (query: string): Promise<string> =>
    ((await (await fetch(`${url}/api/traces/export?${query}`)).json()) as { error: { message: string } }).error.message
  expect(await problem('format=xml')).toBe('"format" is "xml", but must be jsonl, csv or parquet.')
  expect(await problem('modle=x')).toContain('has no query parameter "modle"')
})
