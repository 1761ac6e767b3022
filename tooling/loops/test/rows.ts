import { exchangesOf, partsOf, type Exchange } from '@reason/exchanges/recorded'
import { wires } from './gateway.ts'

/** Answers that were recorded, of every format; the decoder of Amazon's framing is not one of core's. */
export const answered = Object.keys(wires)
  .flatMap((api) => exchangesOf(api))
  .filter(({ format }) => format !== 'aws-eventstream')

/** Those that are followed by another turn. */
export const followed = answered.filter(({ conversation }) => conversation?.next !== undefined).filter((row) => !has(row, 'error'))

export function has(row: Exchange, type: string): boolean {
  return partsOf(wires[row.api]!, row).some((part) => part.type === type)
}
