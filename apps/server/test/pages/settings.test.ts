import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { configKeys } from '@reason/policy'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config/load.ts'
import { settingNames } from '../../src/config/settings.ts'
import type { SettingView } from '@reason/gateway-api'

interface Settings {
  version: string
  hash: string
  since: number
  file: string | null
  settings: SettingView[]
  policies: { key: string; value: unknown; default: unknown; isSet: boolean }[]
}

async function settingsOf(flags: string[], environment: Record<string, string>, file: string): Promise<{ text: string; shown: Settings }> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'reason.config.yaml')
  writeFileSync(path, file)
  const quiet = ['--port', '0', '--log-level', 'silent', '--traces', 'off', '--data-dir', folder, '--config', path]
  const app = await createApp(await loadConfig([...quiet, ...flags], environment))
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const text = await (await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/settings`)).text()
  return { text, shown: JSON.parse(text) as Settings }
}

describe('the settings, for administrators', () => {
  it('are all there, each with where it is from', async () => {
    const file = 'limits: { body: 5000 }\nllm:\n  postproc.reasoning: { max_tokens: 9 }\n'
    const { shown } = await settingsOf(['--pace', '3'], { REASON_TRACE_DAYS: '7' }, file)
    expect(shown.settings).toHaveLength(settingNames.length)
    const of = (flag: string): Partial<SettingView> => shown.settings.find((setting) => setting.flag === flag)!
    expect(of('--body-limit')).toMatchObject({
      place: 'limits.body',
      group: 'limits',
      value: 5000,
      default: 33_554_432,
      from: 'file',
      needsRestart: true,
    })
    expect(of('--body-limit').source).toMatch(/reason\.config\.yaml:1:17/)
    expect(of('--pace')).toMatchObject({ value: 3, from: 'flag', source: '--pace', needsRestart: false })
    expect(of('--trace-days')).toMatchObject({ value: 7, from: 'variable', source: 'REASON_TRACE_DAYS' })
    expect(of('--visibility')).toMatchObject({ value: 'full', from: 'default', source: null })
    expect(of('--upstream')).toMatchObject({ value: null, default: null })
    expect(shown.policies.map(({ key }) => key)).toEqual(configKeys().map(({ key }) => key))
    expect(shown.policies.find(({ key }) => key === 'llm.postproc.reasoning.max_tokens')).toMatchObject({ value: 9, isSet: true })
    expect(shown.policies.filter(({ isSet }) => isSet)).toHaveLength(1)
    expect(shown.file).toMatch(/reason\.config\.yaml$/)
    expect([typeof shown.version, shown.hash.length, shown.since <= Date.now()]).toEqual(['string', 12, true])
  })

  it('hold no secret', async () => {
    const file =
      'upstreams:\n  - url: http://127.0.0.1:9/v1?token=hidden-query\n    key: { env: UPSTREAM_SECRET }\nbudgets: { redis: "redis://user:hidden-redis@127.0.0.1:1" }\n'
    const { text, shown } = await settingsOf([], { UPSTREAM_SECRET: 'hidden-key' }, file)
    expect(text).not.toContain('hidden')
    expect(text).toContain('redis://***@127.0.0.1:1')
    expect(shown.settings.find(({ flag }) => flag === '--upstream-key-env')).toMatchObject({
      secret: 'the environment variable UPSTREAM_SECRET',
    })
    const command = 'upstreams:\n  - url: http://127.0.0.1:9/v1\n    key: { command: [echo, hidden-word] }\n'
    expect((await settingsOf([], {}, command)).text).not.toContain('hidden')
    const several =
      'upstreams:\n  - { name: a, url: "http://127.0.0.1:9/v1?token=hidden", key: { command: [echo, hidden-word] } }\n  - { name: b, url: "http://127.0.0.1:9/v1" }\n'
    const shownSeveral = await settingsOf([], {}, several)
    expect(shownSeveral.text).not.toContain('hidden')
    expect(shownSeveral.shown.settings.find(({ flag }) => flag === '--upstreams')!.value).toHaveLength(2)
  })
})
