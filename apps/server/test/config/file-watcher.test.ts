import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { signatureOf } from '@reason/keys'
import { watchFile } from '../../src/config/file-watcher.ts'

function start(file: string, read = signatureOf(file)) {
  let changes = 0
  onTestFinished(watchFile(file, () => void changes++, read))
  return {
    changes: () => changes,
    /** Resolves when it has told so often. */
    told: (times: number) => expect.poll(() => changes).toBe(times),
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
  const { told, changes } = start(file)
  writeFileSync(file, 'port: 10')
  await told(1)
  writeFileSync(join(here, 'new'), 'port: 11')
  renameSync(join(here, 'new'), file)
  await told(2)
  // Several steps are one change; while it is away there is none.
  unlinkSync(file)
  writeFileSync(join(here, 'beside'), '')
  writeFileSync(file, 'port')
  writeFileSync(file, 'port: 100')
  await told(3)
  await setTimeout(600)
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
  const { told } = start(join(here, 'reason.config.yaml'))
  symlinkSync('v2', join(here, '..data_tmp'))
  renameSync(join(here, '..data_tmp'), join(here, '..data'))
  await told(1)
})

it('tells while something beside it is written all the time', async () => {
  const here = folder()
  const file = join(here, 'reason.config.yaml')
  writeFileSync(file, 'port: 1')
  const { told } = start(file)
  const log = setInterval(() => writeFileSync(join(here, 'log'), `${performance.now()}`), 20)
  onTestFinished(() => clearInterval(log))
  writeFileSync(file, 'port: 10')
  await told(1)
})

it('waits for a file that is not there', async () => {
  const file = join(folder(), 'later', 'reason.config.yaml')
  const { told } = start(file)
  mkdirSync(dirname(file))
  writeFileSync(file, 'port: 1')
  await told(1)
})

it('tells of a file of the same size and time, and of one that changed after it was read', async () => {
  const file = join(folder(), 'reason.config.yaml')
  writeFileSync(file, 'port: 1')
  utimesSync(file, 1, 1)
  const read = signatureOf(file)
  await setTimeout(20)
  writeFileSync(file, 'port: 2')
  utimesSync(file, 1, 1)
  const { told } = start(file, read)
  await told(1)
})

it('says nothing while it is being written, nor while it is away', async () => {
  const file = join(folder(), 'reason.config.yaml')
  writeFileSync(file, 'port: 1')
  const { told, changes } = start(file)
  const writing = setInterval(() => appendFileSync(file, '0'), 20)
  onTestFinished(() => clearInterval(writing))
  await setTimeout(900)
  expect(changes()).toBe(0)
  clearInterval(writing)
  await told(1)
  unlinkSync(file)
  await setTimeout(900)
  expect(changes()).toBe(1)
})
