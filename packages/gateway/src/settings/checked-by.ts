import * as z from 'zod'
import { ReasonError } from '@reason/core'
import { ruleOf } from '../errors/schema-rule.ts'

/** Details of an issue about an unknown name: all names of the setting, with dots. */
export interface UnknownName {
  known: readonly string[]
}

/**
 * Schema for an object that another package validates. The value is kept as written.
 *
 * @param check - Throws a `ReasonError` whose cause is a list of issues. Their paths begin one step above the object.
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
