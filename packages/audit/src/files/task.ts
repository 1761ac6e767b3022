import { ReasonError } from '@reason/core'
import type { UnitAudit } from './scan-unit.ts'
import type { Unit } from './units.ts'

/** Work that threads share, and its progress. */
export interface AuditTask {
  units: readonly Unit[]
  examples: number
  /** Index of the next unit without a thread. */
  next: Int32Array
}

/** A message of a worker: bytes that it read, the audit of a unit, or a problem that ends it. */
export type WorkerMessage = { bytes: number } | { index: number; audit: UnitAudit } | { problem: string }

/** @returns The index of a unit that no other thread has; past the end if there is none. */
export const take = (next: Int32Array): number => Atomics.add(next, 0, 1)

export const problemOf = ({ file }: Unit, error: unknown): string =>
  `${file} cannot be read (${error instanceof Error ? error.message : String(error)}).`

export const invalidInput = (problem: string): ReasonError => new ReasonError('REASON_INVALID_INPUT', problem)
