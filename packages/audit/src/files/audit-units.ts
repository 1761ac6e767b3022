import { existsSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { builtInMarkup } from '../built-in-markup.ts'
import { scanUnit, type UnitAudit } from './scan-unit.ts'
import { invalidInput, problemOf, take, type AuditTask, type WorkerMessage } from './task.ts'
import type { Unit } from './units.ts'

/** Minimum size for using threads, in bytes. Below, they cost more time to start than they save. */
const bytesForThreads = 16_777_216

/** Locations of the thread's program, relative to this module: beside sources, in the package, and in a bundle of it. */
const places = ['./worker.ts', './worker.js', './files/worker.js']

/** Undefined if a bundler left the file out. One thread then does all the work. */
function workerFile(): URL | undefined {
  const here = import.meta.url
  return (here.endsWith('.ts') ? places : places.slice(1)).map((place) => new URL(place, here)).find((url) => existsSync(url))
}

/**
 * Audits units on several threads. This thread takes its share, because a new thread has to load and warm up first.
 *
 * @param threads - Most threads, this one included.
 * @param onBytes - Called with the count of bytes of each read.
 * @returns The audits in the order of the units.
 * @throws {ReasonError} `REASON_INVALID_INPUT` if a unit cannot be read.
 */
export async function auditUnits(
  units: readonly Unit[],
  examples: number,
  threads: number,
  onBytes: (bytes: number) => void,
): Promise<UnitAudit[]> {
  const bytes = units.reduce((sum, { from, to }) => sum + to - from, 0)
  const file = bytes < bytesForThreads ? undefined : workerFile()
  const audits: UnitAudit[] = []
  /** Index of the next unit. Shared, so that no thread waits for another that is busy. */
  const next = new Int32Array(new SharedArrayBuffer(4))
  const workerData: AuditTask = { units, examples, next }
  const count = file === undefined ? 0 : Math.min(threads, units.length) - 1
  const workers = Array.from({ length: count }, () => new Worker(file!, { workerData }))
  try {
    await Promise.all([...workers.map(finished), scanHere()])
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
  return audits

  async function scanHere(): Promise<void> {
    const findMarkup = builtInMarkup()
    for (let index = take(next); index < units.length; index = take(next)) {
      try {
        audits[index] = scanUnit(units[index]!, findMarkup, examples, onBytes)
      } catch (error) {
        throw invalidInput(problemOf(units[index]!, error))
      }
      // Messages of the other threads are handled in between.
      await setImmediate()
    }
  }

  function finished(worker: Worker): Promise<void> {
    return new Promise((resolve, reject) => {
      worker
        .on('error', reject)
        .on('exit', () => resolve())
        .on('message', (message: WorkerMessage) => {
          if ('bytes' in message) onBytes(message.bytes)
          else if ('problem' in message) reject(invalidInput(message.problem))
          else audits[message.index] = message.audit
        })
    })
  }
}
