import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { watchFile } from '../../src/live/watch-file.ts'

function start(file: string) {
  let changes = 0
  let wake: (() => void) | undefined
  const stop = watchFile(
    file,
    () => {
      changes++
      wake?.()
    },
    (error) => {
      throw error
    },
  )
  onTestFinished(stop)
  return {
    changes: () => changes,
    next: () => new Promise<void>((resolve) => (wake = resolve)),
  }
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'reason-watch-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

it('tells when the file is written, and when another one takes its place', async () => {
  const here = folder()
  const file = join(here, 'reason.config.yaml')
  writeFileSync(file, 'port: 1')
  const { next, changes } = start(file)
  let told = next()
  writeFileSync(file, 'port: 10')
  await told
  told = next()
  writeFileSync(join(here, 'new'), 'port: 11')
  renameSync(join(here, 'new'), file)
  await told
  told = next()
  // Several steps are one change; while it is away there is none.
  unlinkSync(file)
  writeFileSync(join(here, 'beside'), '')
  writeFileSync(file, 'port')
  writeFileSync(file, 'port: 100')
  await told
  expect(changes()).toBe(3)
})

it('tells when the folder that it is linked from is another one, as in Kubernetes', async () => {
  const here = folder()
  for (const version of ['v1', 'v2']) {
    mkdirSync(join(here, version))
    writeFileSync(join(here, version, 'reason.config.yaml'), `pace: ${version.length}`)
  }
  symlinkSync('v1', join(here, '..data'))
  symlinkSync(join('..data', 'reason.config.yaml'), join(here, 'reason.config.yaml'))
  const { next } = start(join(here, 'reason.config.yaml'))
  const told = next()
  symlinkSync('v2', join(here, '..data_tmp'))
  renameSync(join(here, '..data_tmp'), join(here, '..data'))
  await told
})

it('throws when there is no such folder', () => {
  expect(() => start('/nowhere/reason.config.yaml')).toThrow('ENOENT')
})
