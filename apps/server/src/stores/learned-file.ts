import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '@reason/keys'
import { regularFile } from '../config/config-error.ts'
import { faultOf } from '@reason/gateway/errors'
import { type LearnedFile, readLearned, type UpstreamRecord, writeLearned } from '@reason/gateway/upstreams'
import type { Log } from '@reason/gateway/host'

/** Milliseconds between two writes. */
const pauseMs = 5000

/**
 * @param path - Path in the data folder.
 * @param writes - Whether this process writes the file. Only one of several processes writes, because all have the same data.
 */
export function openLearnedFile(path: string, writes: boolean, log: Pick<Log, 'warn'>): LearnedFile {
  const records = read()
  let latest: (() => readonly (() => UpstreamRecord)[]) | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let isTold = false

  return {
    records,
    changed(next) {
      if (!writes) return
      latest = next
      timer ??= setTimeout(write, pauseMs).unref()
    },
    close() {
      write()
      return writing
    },
  }

  function read(): readonly UpstreamRecord[] {
    let text: string
    try {
      text = readFileSync(regularFile(path), 'utf8')
    } catch {
      return []
    }
    try {
      const { upstreams, unread } = readLearned(text)
      if (unread > 0) log.warn({ path, unread }, 'learned settings of upstreams that this version does not know are left out')
      return upstreams
    } catch (error) {
      log.warn({ path, err: faultOf(error) }, 'learned settings of upstreams cannot be read: the gateway learns them again')
      return []
    }
  }

  function write(): void {
    timer = undefined
    if (latest === undefined) return
    const upstreams = latest()
    latest = undefined
    writing = writing.then(async () => replace(await writeLearned(upstreams)))
  }

  /** Replaces the file atomically. */
  async function replace(text: Buffer): Promise<void> {
    const beside = `${path}.${process.pid}.tmp`
    try {
      // The folder is missing if no other store has made it.
      makeFolder(dirname(path), 0o700)
      await writeFile(beside, text, { mode: 0o600 })
      await rename(beside, path)
    } catch (error) {
      await rm(beside, { force: true }).catch(() => {})
      if (!isTold) log.warn({ path, err: faultOf(error) }, 'learned settings of upstreams cannot be saved: a restart loses them')
      isTold = true
    }
  }
}
