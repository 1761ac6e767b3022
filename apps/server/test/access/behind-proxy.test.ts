import { expect, it } from 'vitest'
import { startGateway } from '../support/gateway.ts'

type Gateway = Awaited<ReturnType<typeof startGateway>>

/** Warnings of a gateway whose models are listed twice by a proxy that names its client, and by a program on this machine. */
async function warningsOf({ app, url }: Gateway, headers: Record<string, string>): Promise<string[]> {
  const lines: string[] = []
  app.log.warn = ((fields: object, text: string) => lines.push(`${JSON.stringify(fields)} ${text}`)) as never
  for (const one of [{}, headers, headers]) await fetch(`${url}/v1/models`, { headers: one })
  return lines
}

it.each([{ 'x-forwarded-for': '203.0.113.5' }, { forwarded: 'for=203.0.113.5' }, { 'x-real-ip': '203.0.113.5' }])(
  'a gateway without keys says once that a proxy asks for others: %o',
  async (headers) => {
    const lines = await warningsOf(await startGateway(), headers)
    expect(lines).toEqual([expect.stringMatching(/requests come through a proxy.*--require-keys/)])
    expect(lines[0]).not.toContain('203.0.113.5')
  },
)

it('one that needs keys says nothing of it', async () => {
  expect(await warningsOf(await startGateway('--require-keys'), { 'x-forwarded-for': '203.0.113.5' })).toEqual([])
})
