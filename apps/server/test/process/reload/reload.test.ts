import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { reloadOnChange } from '../../../src/process/reload/reload.ts'

it('takes a configuration that has changed while the gateway was made from the one before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reason-reload-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'reason.config.yaml')
  const load = () => loadConfig(['--config', file, '--data-dir', folder], {})
  const write = (pace: number): void => writeFileSync(file, `traces: off\nlog: { level: silent }\nlisten: { port: 0 }\npace: ${pace}\n`)
  write(1)
  const first = await load()
  write(20)
  const app = await createApp(first)
  onTestFinished(() => app.close())
  let loads = 0
  reloadOnChange(app, first, () => {
    loads++
    return load()
  })
  await expect.poll(() => loads).toBe(1)
})

it('keeps the settings if the file is empty, as after a full disk: it would show reasoning that they hide', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reason-reload-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'reason.config.yaml')
  writeFileSync(file, 'traces: off\nlog: { level: silent }\nvisibility: none\n')
  const load = () => loadConfig(['--config', file, '--data-dir', folder], {})
  const first = await load()
  const app = await createApp(first)
  onTestFinished(() => app.close())
  const rejected: unknown[] = []
  app.log.error = ((problem: unknown) => rejected.push(problem)) as never
  const taken: unknown[] = []
  app.reconfigure = (config) => void taken.push(config.visibility)
  reloadOnChange(app, first, load)
  writeFileSync(file, '')
  await expect.poll(() => rejected).toEqual([{ problems: [expect.stringMatching(/reason\.config\.yaml is empty\. Write/) as string] }])
  expect(taken).toEqual([])
})
