import fc from 'fast-check'
import type { Answer } from './answers.ts'

/** Text for unknown fields. Has a space, unlike names and counts. */
export const planted = 'zebra quartz'

type Path = readonly (string | number)[]

/** Fields with arguments of calls. Their content is for the client, under any name. */
const callFields = new Set(['args', 'arguments', 'input'])

/** Paths of the objects in a value, except in arguments of calls. */
function objectsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([name, one]) =>
    callFields.has(name) ? [] : objectsOf(one, [...path, Array.isArray(value) ? Number(name) : name]),
  )
  return Array.isArray(value) ? inside : [path, ...inside]
}

function changed(value: unknown, [name, ...rest]: Path, change: (object: object) => unknown): unknown {
  if (name === undefined) return change(value as object)
  if (Array.isArray(value)) return value.map((one: unknown, index) => (index === name ? changed(one, rest, change) : one))
  return Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, key === name ? changed(one, rest, change) : one]))
}

/** Field names of providers for reasoning, for copies of it, and for metadata. */
const names: readonly string[] = (
  'note Reasoning thought thoughts thinking thinking_blocks reasoning reasoning_text reasoning_content signature thoughtSignature ' +
  'encrypted_content summary logprobs provider_metadata provider_specific_fields extra_content metadata prompt debug'
).split(' ')

const values: readonly unknown[] = [
  planted,
  { text: planted },
  [planted],
  [{ type: 'thought', text: planted }],
  { [planted]: 1 },
  [{ type: 'text', text: planted, thought: true }],
]

/**
 * Adds a field to one object of an answer: a field that no model of the API has there, or that belongs to the reasoning. Existing fields stay
 * unchanged.
 *
 * @param except - Names of fields that clients may see anywhere.
 */
export function planting(answer: Answer, except: readonly string[]): fc.Arbitrary<Answer> {
  const places = answer.events.flatMap(({ data }, index) => objectsOf(data).map((path) => ({ index, path })))
  return fc
    .record({
      place: fc.constantFrom(...places),
      name: fc.constantFrom(...names.filter((one) => !except.includes(one))),
      value: fc.constantFrom(...values),
    })
    .map(({ place: { index, path }, name, value }) => ({
      ...answer,
      events: answer.events.map((event, at) =>
        at === index ? { ...event, data: changed(event.data, path, (object) => ({ [name]: value, ...object })) } : event,
      ),
    }))
}

/** Text for unknown fields without a space, like names and tiers. */
export const plantedWord = 'zebraquartz'

/** Adds unknown fields to each object of an answer: a text, a word, and a field whose name is the word. */
export function plantedEverywhere(answer: Answer): Answer {
  const more = { note: planted, remark: plantedWord, [plantedWord]: 1 }
  const everywhere = (data: unknown): unknown =>
    objectsOf(data).reduce<unknown>((value, path) => changed(value, path, (object) => ({ ...more, ...object })), data)
  return { ...answer, events: answer.events.map((event) => ({ ...event, data: everywhere(event.data) })) }
}
