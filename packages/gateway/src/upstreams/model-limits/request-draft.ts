import type { Json } from '../../json.ts'
import { valueAt, withValue } from './request-fields.ts'

/** A request that is changed step by step. */
export interface RequestDraft {
  model: string
  body(): Json
  notes: readonly string[]
  at(path: string): unknown
  /** Sets a value and notes why. Undefined removes the field. The same value again changes and notes nothing. */
  set(path: string, value: unknown, why: string): void
  replace(body: Json, note: string): void
}

export function createRequestDraft(json: Json, model: string): RequestDraft {
  const notes: string[] = []
  let body = json
  return {
    model,
    body: () => body,
    notes,
    at: (path) => valueAt(body, path),
    set(path, value, why) {
      if (valueAt(body, path) === value) return
      body = withValue(body, path, value)
      notes.push(`${model} ${why}: ${path} ${value === undefined ? 'was left out' : `is ${JSON.stringify(value)}`}.`)
    },
    replace(changed, note) {
      body = changed
      notes.push(note)
    },
  }
}
