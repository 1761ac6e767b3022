import { decoded } from '../structures/path-segment.ts'
import { routes, type Route } from '../routes.ts'

/**
 * @param path - Path of a URL, with any prefix.
 * @returns The route, and the name for `*` in its path. Undefined: no route matches.
 */
export function findRoute(method: string, path: string): { route: Route; name: string } | undefined {
  for (const route of routes) {
    const name = method === route.method ? nameIn(path, route.path) : undefined
    if (name !== undefined) return { route, name }
  }
  return undefined
}

/** @returns Undefined if the path does not match. */
function nameIn(path: string, pattern: string): string | undefined {
  if (!pattern.endsWith('*')) return path.endsWith(pattern) ? '' : undefined
  const start = pattern.slice(0, -1)
  const at = path.indexOf(start)
  return at === -1 ? undefined : decoded(path.slice(at + start.length))
}
