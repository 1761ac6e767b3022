import * as z from 'zod'

/**
 * An array schema that stops at the first invalid element. Zod's own array collects an issue for each element: a million invalid elements take gigabytes, and the
 * gateway reports only the first issue.
 *
 * @param least - Minimum length. Default 0.
 */
export function list<T extends z.ZodType>(element: T, least = 0): z.ZodArray<T> {
  const schema = least === 0 ? z.array(element) : z.array(element).min(least)
  const read = schema._zod.parse
  schema._zod.parse = upToFirstFault
  // Without checks, zod calls `run` and not `parse`.
  if (least === 0) schema._zod.run = upToFirstFault
  return schema

  function upToFirstFault(...[payload, context]: Parameters<typeof read>): ReturnType<typeof read> {
    const { value } = payload
    if (!Array.isArray(value)) return read(payload, context)
    const out: unknown[] = []
    for (const [index, one] of value.entries()) {
      const result = element._zod.run({ value: one, issues: [] }, context)
      if (result instanceof Promise) throw new TypeError('The schema of an element in a list must be synchronous.')
      if (result.issues.length > 0) {
        payload.issues.push(...z.core.util.prefixIssues(index, result.issues))
        return payload
      }
      out.push(result.value)
    }
    payload.value = out
    return payload
  }
}
