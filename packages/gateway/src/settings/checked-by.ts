import * as z from 'zod'
import { ReasonError } from '@reason/core'
import { nearest } from '@reason/core/errors'
import { ruleOf } from '../errors/schema-rule.ts'

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
  /** The issue is about the name, not about its value. */
  params?: { isName: true }
}

function issuesOf(issue: z.core.$ZodIssue, known: readonly string[]): Found[] {
  const path = issue.path.slice(1)
  if (issue.code !== 'unrecognized_keys') return [{ code: 'custom', path, message: ruleOf(issue) }]
  return issue.keys.map((key) => {
    const message = `is not an option${suggestion([...path, key].map(String), known)}`
    return { code: 'custom', path: [...path, key], message, params: { isName: true } }
  })
}

/** Suggests a similar name in the same group, or the same name elsewhere. */
function suggestion(path: readonly string[], known: readonly string[]): string {
  const above = path.slice(0, -1)
  const name = path.at(-1)!
  const all = known.map((one) => one.split('.'))
  const beside = all.flatMap((steps) => (above.every((step, index) => step === steps[index]) ? (steps[above.length] ?? []) : []))
  const near = nearest(name, beside)
  const meant = near === undefined ? all.find((steps) => steps.at(-1) === name) : [...above, near]
  return meant === undefined ? `. There are: ${[...new Set(beside)].join(', ')}` : ` (did you mean ${meant.join('.')}?)`
}
