import { extrasOf } from '../../shared/extras.ts'
import { WIRE } from '../wire.ts'

export const { keep, kept, isFromHere } = extrasOf(WIRE)
