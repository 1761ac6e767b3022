import * as z from 'zod'

/** How a setting is written outside of code. Text from flags and the environment is converted to this kind first. */
export interface SettingMeta {
  kind: 'text' | 'number' | 'boolean' | 'json'
  /** Placeholder for the value, in the usage text and the guide. */
  value: string
  about: string
}

/** Describes a field of a setting that is JSON. */
export function about<S extends z.ZodType>(words: string, schema: S): S {
  return schema.meta({ about: words })
}

export function text<S extends z.ZodType>(value: string, about: string, schema: S): S {
  return schema.meta({ kind: 'text', value, about })
}

export function number(value: string, about: string, least: number, most: number, standard: number): z.ZodDefault<z.ZodNumber> {
  return whole(least, most).default(standard).meta({ kind: 'number', value, about })
}

export function whole(least: number, most: number): z.ZodNumber {
  const range = `must be a whole number from ${least} to ${most}`
  const hasUnit = (value: unknown): boolean => typeof value === 'string' && /^\d+ ?[a-z]+$/i.test(value)
  const error = ({ input }: { input?: unknown }): string =>
    hasUnit(input) ? `${range}, without a unit (times are in milliseconds, sizes in bytes)` : range
  return z.int({ error }).min(least, range).max(most, range)
}

export function between(least: number, most: number): z.ZodNumber {
  const range = `must be a number from ${least} to ${most}`
  return z.number(range).min(least, range).max(most, range)
}

export function json<S extends z.ZodType>(about: string, schema: S): S {
  return schema.meta({ kind: 'json', value: 'JSON', about })
}

export function toggle(about: string, standard: boolean): z.ZodDefault<z.ZodBoolean> {
  return z.boolean('must be true or false').default(standard).meta({ kind: 'boolean', value: 'BOOL', about })
}

export function name(): z.ZodString {
  return z.string('must be text').min(1, 'must not be empty')
}

export function oneOf<const T extends string>(...values: T[]): z.ZodEnum<{ [K in T]: K }> {
  return z.enum(values, `must be one of: ${values.join(', ')}`)
}

export function anyHttpAddress(example: string): z.ZodString {
  const rule = `must be an http or https address, like ${example}`
  return z.string(rule).refine((address) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol), rule)
}
