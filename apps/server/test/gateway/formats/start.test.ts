import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { ourWires } from '@reason/gateway/upstreams'

const configured = (format: string, ...flags: string[]) =>
  loadConfig(['--upstream', 'http://127.0.0.1:1', '--upstream-format', format, '--log-level', 'silent', ...flags], {})

describe('the format of the upstream', () => {
  it.each(ourWires)('%s is taken', async (id) => {
    const app = await createApp(await configured(id, '--traces', 'off'))
    await expect(app.close()).resolves.toBeUndefined()
  })

  it('can be set in the environment', async () => {
    expect(
      await loadConfig(['--upstream', 'http://h'], { REASON_UPSTREAM_FORMAT: 'ollama', REASON_UPSTREAM_PROVIDER: 'deepseek' }),
    ).toMatchObject({
      upstreamFormat: 'ollama',
      upstreamProvider: 'deepseek',
    })
  })

  it('is one of those that there are', async () => {
    await expect(configured('anthropic')).rejects.toThrow(
      '--upstream-format is "anthropic", but must be one of: openai-chat, openai-responses, ',
    )
  })

  it('says nothing without an upstream', async () => {
    await expect(loadConfig(['--upstream-format', 'ollama'], {})).rejects.toThrow(
      '--upstream-format is "ollama", but there is no upstream: recordings are openai-chat.',
    )
    expect((await loadConfig(['--upstream-format', 'openai-chat'], {})).upstream).toBeUndefined()
  })
})
