import { getPath, withPath } from '@reason/wire-kit'
import type { Json } from '../../json.ts'

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
    at: (path) => getPath(body, path),
    set(path, value, why) {
      if (getPath(body, path) === value) return
      body = withPath(body, path, value)
      notes.push(`${model} ${why}: ${path} ${value === undefined ? 'was left out' : `is ${JSON.stringify(value)}`}.`)
    },
    replace(changed, note) {
      body = changed
      notes.push(note)
    },
  }
}
