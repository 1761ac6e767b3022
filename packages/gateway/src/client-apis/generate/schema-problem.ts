import type * as z from 'zod'
import { badRequest, type ApiError } from '../../errors/api-error.ts'
import { ruleOf } from '../../errors/schema-rule.ts'

type Issue = z.core.$ZodIssue

/** The error for the first issue of a request, in a sentence. */
export function problemOf({ issues }: Pick<z.core.$ZodError, 'issues'>, names: readonly string[]): ApiError {
  const issue = deepest(issues[0]!)
  const place = placeOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const key = placeOf([...issue.path, issue.keys[0]!])
    const known = issue.path.length === 0 ? ` There are: ${names.join(', ')}.` : ''
    return badRequest(`"${key}" is no field of a request. Leave it out, or correct its name.${known}`, key, 'unknown_parameter')
  }
  return badRequest(`"${place}" ${ruleFor(issue)}.`, place, issue.code === 'invalid_type' ? 'invalid_type' : 'invalid_value')
}

function ruleFor(issue: Issue): string {
  if (issue.code === 'custom') return issue.message
  if (issue.code === 'invalid_union' && 'discriminator' in issue && issue.discriminator !== undefined) {
    const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String).join(', ') : ''
    return options === '' ? 'is of an unknown kind' : `must be one of: ${options}`
  }
  if (issue.code === 'too_small' && (issue.origin === 'array' || issue.origin === 'string')) return 'is empty'
  return ruleOf(issue)
}

/** The issue of the shape that the value comes nearest to, if several shapes are allowed. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const [nearest] = issue.errors
    .flatMap((issues) => issues.slice(0, 1))
    .map((inner) => deepest({ ...inner, path: [...issue.path, ...inner.path] } as Issue))
    .toSorted((a, b) => b.path.length - a.path.length)
  return nearest !== undefined && nearest.path.length > issue.path.length ? nearest : issue
}

const placeOf = (path: readonly PropertyKey[]): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${String(step)}`)).join('')
