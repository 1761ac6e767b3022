import { extrasOf } from '../../shared/extras.ts'
import { WIRE } from '../wire-id.ts'

export const { keep, kept, isFromHere } = extrasOf(WIRE)
