import * as z from 'zod'
import { ReasonError } from '@reason/core'
import { ruleOf } from '../errors/schema-rule.ts'

/** Of an issue about a name that does not exist: those that do, with dots, all of the setting. */
export interface UnknownName {
  known: readonly string[]
}

/**
 * An object that is checked by the package whose configuration it is, and kept as it was written.
 *
 * @param check - Throws a `ReasonError` whose cause are issues. Their paths begin with a step above the object.
 * @param known - Names of all options, with dots.
 */
export function checkedBy(check: (value: Record<string, unknown>) => unknown, known: readonly string[]) {
  return z.record(z.string(), z.json(), 'must be an object').superRefine((value, context) => {
    try {
      check(value)
    } catch (error) {
      if (!ReasonError.is(error)) throw error
      const issues = Array.isArray(error.cause) ? (error.cause as z.core.$ZodIssue[]) : []
      const found = issues.flatMap((issue) => issuesOf(issue, known))
      for (const issue of found) context.addIssue({ ...issue })
      if (found.length === 0) context.addIssue({ code: 'custom', message: `is not valid. ${error.message.replace(/\.$/, '')}` })
    }
  })
}

interface Found {
  code: 'custom'
  path: PropertyKey[]
  message: string
  params?: UnknownName & Record<string, unknown>
}

function issuesOf(issue: z.core.$ZodIssue, known: readonly string[]): Found[] {
  const path = issue.path.slice(1)
  if (issue.code !== 'unrecognized_keys') return [{ code: 'custom', path, message: ruleOf(issue) }]
  return issue.keys.map((key) => ({ code: 'custom', path: [...path, key], message: 'is no option', params: { known } }))
}
