import fc from 'fast-check'
import type { Answer } from './answers.ts'

/** Said in places that nobody knows; with a space in it, as names and counts have none. */
export const planted = 'zebra quartz'

type Path = readonly (string | number)[]

/** What the model says to a tool, in any names that it likes, is for the client. */
const callFields = new Set(['args', 'arguments', 'input'])

/** Where the objects of a value are, but for arguments of calls. */
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

/** Names that some provider or other has for reasoning, for what repeats it, or for what it says beside. */
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
 * The same answer with a field more in one of its objects: one that nobody has modelled there, or that belongs to the reasoning. One that is
 * there already stays as it is.
 *
 * @param except - Names of what may be seen wherever it stands.
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

/** One word of it, as names and tiers are. */
export const plantedWord = 'zebraquartz'

/** The same answer with fields in each of its objects that nobody knows: a text, a word, and a word for a name. */
export function plantedEverywhere(answer: Answer): Answer {
  const more = { note: planted, remark: plantedWord, [plantedWord]: 1 }
  const everywhere = (data: unknown): unknown =>
    objectsOf(data).reduce<unknown>((value, path) => changed(value, path, (object) => ({ ...more, ...object })), data)
  return { ...answer, events: answer.events.map((event) => ({ ...event, data: everywhere(event.data) })) }
}
