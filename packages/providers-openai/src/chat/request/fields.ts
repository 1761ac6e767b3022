import { extrasOf } from '../../shared/extras.ts'
import { WIRE } from '../context.ts'

export const { keep, kept, isFromHere } = extrasOf(WIRE)
