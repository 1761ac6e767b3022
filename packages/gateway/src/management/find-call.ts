import { decoded } from '../structures/path-segment.ts'
import type { ManagementCall } from './management-call.ts'
import { managementCalls } from './management-calls.ts'

/**
 * @param path - Path of a URL, with any prefix.
 * @returns The call, and the parameters of its path. Undefined: no call matches.
 */
export function findCall(method: string, path: string): { call: ManagementCall; params: Readonly<Record<string, string>> } | undefined {
  for (const call of managementCalls) {
    const params = call.method === method ? paramsIn(path, call.path) : undefined
    if (params !== undefined) return { call, params }
  }
  return undefined
}

/** @returns Undefined if the path does not match. */
function paramsIn(path: string, pattern: string): Record<string, string> | undefined {
  const wanted = pattern.split('/').slice(1)
  const given = path.split('/').slice(-wanted.length)
  if (given.length < wanted.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of wanted.entries()) {
    const segment = given[index]!
    if (name.startsWith(':')) params[name.slice(1)] = decoded(segment)
    else if (name !== segment) return undefined
  }
  return params
}
