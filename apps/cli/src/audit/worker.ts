import { parentPort, workerData } from 'node:worker_threads'
import { loadRegistry } from '../registry.ts'
import { createFindMarkup } from './markup.ts'
import { scanUnit, type UnitTally } from './scan.ts'
import type { Unit } from './units.ts'

/** To a worker: a unit to scan. From it: how far it is, and what it found. */
export type Told = { bytes: number } | { index: number; tally: UnitTally } | { index: number; problem: string }

const { examples } = workerData as { examples: number }
const { registry } = await loadRegistry({}, 'always')
const findMarkup = createFindMarkup(registry.texts)
const tell = (told: Told): void => parentPort!.postMessage(told)

parentPort!.on('message', ({ unit, index }: { unit: Unit; index: number }) => {
  try {
    tell({ index, tally: scanUnit(unit, findMarkup, examples, (bytes) => tell({ bytes })) })
  } catch (error) {
    tell({ index, problem: `${unit.file} cannot be read (${error instanceof Error ? error.message : String(error)}).` })
  }
})
