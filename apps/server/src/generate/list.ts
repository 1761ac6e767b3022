import * as z from 'zod'

/**
 * A list that is read up to its first fault. Zod's own array tells of each element: a million of them that do not fit are a million faults, each of some kilobytes,
 * and only the first is ever said.
 *
 * @param least - Elements that it has at least. Default 0.
 */
export function list<T extends z.ZodType>(element: T, least = 0): z.ZodArray<T> {
  const schema = least === 0 ? z.array(element) : z.array(element).min(least)
  const read = schema._zod.parse
  schema._zod.parse = upToFirstFault
  // A schema without checks of its own runs nothing else.
  if (least === 0) schema._zod.run = upToFirstFault
  return schema

  function upToFirstFault(...[payload, context]: Parameters<typeof read>): ReturnType<typeof read> {
    const { value } = payload
    if (!Array.isArray(value)) return read(payload, context)
    const out: unknown[] = []
    for (const [index, one] of value.entries()) {
      const result = element._zod.run({ value: one, issues: [] }, context)
      if (result instanceof Promise) throw new TypeError('An element of a list is checked later, and lists are read at once.')
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
