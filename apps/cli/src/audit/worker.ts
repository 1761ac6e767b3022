import { parentPort, workerData } from 'node:worker_threads'
import { loadRegistry } from '../registry.ts'
import { createFindMarkup } from './markup.ts'
import { scanUnit, type UnitTally } from './scan.ts'
import { problemOf, take, type Task } from './task.ts'

/** From a worker: how far it is, what it found in a unit, and why it cannot go on. */
export type Told = { bytes: number } | { index: number; tally: UnitTally } | { problem: string }

const { units, examples, next } = workerData as Task
const { registry } = await loadRegistry({}, 'always')
const findMarkup = createFindMarkup(registry.texts)
const tell = (told: Told): void => parentPort!.postMessage(told)

for (let index = take(next); index < units.length; index = take(next)) {
  const unit = units[index]!
  try {
    tell({ index, tally: scanUnit(unit, findMarkup, examples, (bytes) => tell({ bytes })) })
  } catch (error) {
    tell({ problem: problemOf(unit, error) })
    break
  }
}
