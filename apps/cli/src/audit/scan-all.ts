import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { inputError } from '../cli-error.ts'
import { loadRegistry } from '../registry.ts'
import { createFindMarkup } from './markup.ts'
import { scanUnit, type UnitTally } from './scan.ts'
import type { Unit } from './units.ts'
import type { Told } from './worker.ts'

/** Below it starting threads costs more than it saves. */
const bytesForThreads = 16_777_216

/** Sources are beside this file; in the package this file is part of a bundle, and the worker is where the build puts it. */
const workerFile = import.meta.url.endsWith('.ts') ? './worker.ts' : './audit/worker.js'

/**
 * Scans all units, on as many cores as there are. In the order of the units, whichever was done first.
 *
 * @param onBytes - Told how many more bytes were read.
 * @throws {CliError} When one of them cannot be read.
 */
export async function scanAll(units: readonly Unit[], examples: number, onBytes: (bytes: number) => void): Promise<UnitTally[]> {
  const bytes = units.reduce((sum, { from, to }) => sum + to - from, 0)
  const threads = Math.min(availableParallelism(), units.length)
  if (threads > 1 && bytes >= bytesForThreads) return scanInThreads(units, threads, examples, onBytes)
  const { registry } = await loadRegistry({}, 'always')
  const findMarkup = createFindMarkup(registry.texts)
  return units.map((unit) => scanUnit(unit, findMarkup, examples, onBytes))
}

async function scanInThreads(
  units: readonly Unit[],
  threads: number,
  examples: number,
  onBytes: (bytes: number) => void,
): Promise<UnitTally[]> {
  const tallies: UnitTally[] = []
  let next = 0
  const workers = Array.from({ length: threads }, () => new Worker(new URL(workerFile, import.meta.url), { workerData: { examples } }))
  try {
    await Promise.all(workers.map(run))
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  return tallies

  function run(worker: Worker): Promise<void> {
    return new Promise((resolve, reject) => {
      worker.on('error', reject).on('message', (told: Told) => {
        if ('bytes' in told) return onBytes(told.bytes)
        if ('problem' in told) return reject(inputError(told.problem))
        tallies[told.index] = told.tally
        give()
      })
      give()

      function give(): void {
        const index = next++
        if (index >= units.length) resolve()
        else worker.postMessage({ unit: units[index], index })
      }
    })
  }
}
