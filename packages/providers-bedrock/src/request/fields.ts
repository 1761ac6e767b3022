import { createFieldKeeper } from '@reason/wire-kit'
import { WIRE } from '../wire-id.ts'

export { isBoolean, isList, isLoose, isNumber, isString, isStrings, without, type Extended, type Loose } from '@reason/wire-kit'
export const { createTaker, extraOf, keptOf } = createFieldKeeper(WIRE)
