import type { StartPart } from '@reason/core/parts'
import { asText, isEmpty, isText, type ChoiceAssembler, type Loose } from '@reason/wire-kit'
import { harmlessResponseFields, responseFields } from '../fields.ts'

/** Reads the fields of a response beside its output, at its beginning and its end. */
export interface ResponseFields {
  /** @returns Undefined for an object without any known field. */
  start(response: Loose): Omit<StartPart, 'type'> | undefined
  /** Emits native parts: `response` with the fields that changed since the beginning, and one part for each unknown field. */
  finish(response: Loose): void
}

export function createResponseFields(choice: ChoiceAssembler): ResponseFields {
  let said: Record<string, unknown> = {}

  return {
    start(response) {
      const { id, model, created_at: created } = response
      const native = pick(response)
      said = { ...native, ...(isText(model) && { model }), ...(isTime(created) && { created_at: created }) }
      if (!isText(id) && isEmpty(said)) return undefined
      return {
        ...(isText(id) && { id }),
        ...(isText(model) && { model }),
        ...(isTime(created) && { created }),
        ...(!isEmpty(native) && { native }),
      }
    },
    finish(response) {
      const { model, created_at: created } = response
      const now = { ...pick(response), ...(isText(model) && { model }), ...(isTime(created) && { created_at: created }) }
      const changed = Object.entries(now).filter(([field, value]) => asText(value) !== asText(said[field]))
      if (changed.length > 0) choice.native('response', Object.fromEntries(changed))
      for (const field in response) {
        if (responseFields.has(field) || harmlessResponseFields.has(field) || isEmpty(response[field])) continue
        choice.native(`response/${field}`, response[field], { channel: 'reasoning' })
      }
    },
  }
}

const pick = (response: Loose): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(response).filter(([field, value]) => harmlessResponseFields.has(field) && value !== null && value !== undefined),
  )

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0
