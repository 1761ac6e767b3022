export const isString = (value: unknown): value is string => typeof value === 'string'
export const isNumber = (value: unknown): value is number => typeof value === 'number'
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
export const isStrings = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isString)
/** True for `null` and absent values. */
export const isNone = (value: unknown): value is null | undefined => value === undefined || value === null
/** True for a place in a list. */
export const isIndex = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0
/** True for HTTP statuses of errors. */
export const isHttpStatus = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599
