import { exchangesOf, partsOf, type Exchange } from '@reason/exchanges/recorded'
import { wires } from './gateway.ts'

/** Recorded answers of every format, except in Amazon's framing, for which core has no decoder. */
export const answered = Object.keys(wires)
  .flatMap((api) => exchangesOf(api))
  .filter(({ format }) => format !== 'aws-eventstream')

/** Recorded answers that another turn follows. */
export const followed = answered.filter(({ conversation }) => conversation?.next !== undefined).filter((row) => !has(row, 'error'))

export function has(row: Exchange, type: string): boolean {
  return partsOf(wires[row.api]!, row).some((part) => part.type === type)
}
