import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { inputError } from '../cli-error.ts'
import { loadRegistry } from '../registry.ts'
import { createFindMarkup } from './markup.ts'
import { scanUnit, type UnitTally } from './scan.ts'
import type { Unit } from './units.ts'
import { problemOf, take, type Task } from './task.ts'
import type { Told } from './worker.ts'

/** Below it starting threads costs more than it saves. */
const bytesForThreads = 16_777_216

/** Sources are beside this file; in the package this file is part of a bundle, and the worker is where the build puts it. */
const workerFile = import.meta.url.endsWith('.ts') ? './worker.ts' : './audit/worker.js'

/**
 * Scans all units, on as many cores as there are: this thread takes its share, because a thread that starts has to load and warm up first.
 * In the order of the units, whichever was done first.
 *
 * @param onBytes - Told how many more bytes were read.
 * @throws {CliError} When one of them cannot be read.
 */
export async function scanAll(units: readonly Unit[], examples: number, onBytes: (bytes: number) => void): Promise<UnitTally[]> {
  const bytes = units.reduce((sum, { from, to }) => sum + to - from, 0)
  const threads = bytes < bytesForThreads ? 1 : Math.min(availableParallelism(), units.length)
  const tallies: UnitTally[] = []
  /** The next unit that nobody took. Shared, so that no thread waits for another that is busy. */
  const next = new Int32Array(new SharedArrayBuffer(4))
  const workerData: Task = { units, examples, next }
  const workers = Array.from({ length: threads - 1 }, () => new Worker(new URL(workerFile, import.meta.url), { workerData }))
  try {
    await Promise.all([...workers.map(finished), scanHere()])
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  return tallies

  async function scanHere(): Promise<void> {
    const { registry } = await loadRegistry({}, 'always')
    const findMarkup = createFindMarkup(registry.texts)
    for (let index = take(next); index < units.length; index = take(next)) {
      try {
        tallies[index] = scanUnit(units[index]!, findMarkup, examples, onBytes)
      } catch (error) {
        throw inputError(problemOf(units[index]!, error))
      }
      // What the others say is heard in between.
      await setImmediate()
    }
  }

  function finished(worker: Worker): Promise<void> {
    return new Promise((resolve, reject) => {
      worker
        .on('error', reject)
        .on('exit', () => resolve())
        .on('message', (told: Told) => {
          if ('bytes' in told) onBytes(told.bytes)
          else if ('problem' in told) reject(inputError(told.problem))
          else tallies[told.index] = told.tally
        })
    })
  }
}
