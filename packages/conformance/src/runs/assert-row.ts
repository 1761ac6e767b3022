import { nearest } from '@reason/core/errors'
import { show } from './canonical.ts'
import type { Expectation, Row } from '../inputs/row.ts'

type Shape = [fits: (value: unknown) => boolean, is: string]

const isText = (value: unknown): boolean => typeof value === 'string'
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf =
  (fits: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(fits)
const isPart = (value: unknown): boolean => isObject(value) && (value['type'] === 'block' || value['type'] === 'tool-call')

const text: Shape = [isText, 'a text']
const object: Shape = [isObject, 'an object']

const rowFields: Readonly<Record<string, Shape>> = {
  name: text,
  input: [(value) => isText(value) || listOf(isText)(value), 'a text or a list of texts'],
  context: object,
  parts: [listOf(isPart), 'a list of objects of the type "block" or "tool-call"'],
  expect: object,
  compare: object,
}

const expectFields: Readonly<Record<keyof Expectation, Shape>> = {
  reasoning: text,
  commentary: text,
  answer: text,
  hidden: text,
  toolCalls: [listOf(isObject), 'a list of objects'],
  stop: [(value) => isText(value) || value === null, 'a text or null'],
  closed: [(value) => typeof value === 'boolean', 'true or false'],
  warnings: [listOf(isText), 'a list of codes'],
}
const known = Object.keys(expectFields)

/**
 * Checks the fields of a row that comes from JSON or plain JavaScript. Without this check an unknown field would be ignored, so a misspelt row would
 * always pass.
 *
 * @throws {TypeError} For a row without expectations, a field that results do not have, or a field of another type.
 */
export function assertRow(row: Row): void {
  const who = `The row ${show(row.name)}`
  assertFields(who, '', rowFields, row as unknown as Record<string, unknown>)
  const expected = Object.entries(row.expect ?? {}).filter(([, value]) => value !== undefined)
  if (expected.length === 0 && row.parts === undefined) {
    throw new TypeError(`${who} expects nothing. Give it "parts" or "expect": the same wrong result at every chunk size would pass.`)
  }
  for (const field of [...expected.map(([field]) => field), ...Object.keys(row.compare ?? {})]) {
    if (known.includes(field)) continue
    const meant = nearest(field, known)
    const hint = meant === undefined ? `Known fields: ${known.join(', ')}.` : `Did you mean "${meant}"?`
    throw new TypeError(`${who} expects "${field}", which is not a field of a result. ${hint}`)
  }
  assertFields(who, 'expect.', expectFields, { ...row.expect })
}

function assertFields(who: string, at: string, shapes: Readonly<Record<string, Shape>>, given: Record<string, unknown>): void {
  for (const [name, [fits, is]] of Object.entries(shapes)) {
    const value = given[name]
    if (value === undefined || fits(value)) continue
    throw new TypeError(`${who} has ${at}${name} ${show(value)}, which must be ${is}.`)
  }
}
