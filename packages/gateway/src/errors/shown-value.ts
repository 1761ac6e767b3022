/** A value in a message: on one line, not too long, and without passwords. */
export function shown(value: unknown): string {
  const text = withoutPasswords(JSON.stringify(value) ?? String(value))
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`
}

/** Removes credentials and query strings from addresses, because both may be secret. */
export const withoutPasswords = (text: string): string =>
  text.replaceAll(/(\w:[/\\]+)[^\s"?]*@/g, '$1***@').replaceAll(/(\w:\/\/[^?\s"]*\?)[^\s"]+/g, '$1***')

/** Replaces the operator's secrets in an error: some upstreams quote the key that they refuse. */
export function withoutSecrets<T>(said: T, secrets: readonly string[] = []): T {
  const text = secrets.length === 0 ? undefined : jsonOf(said)
  if (text === undefined) return said
  const safe = secrets.reduce((rest, secret) => rest.replaceAll(JSON.stringify(secret).slice(1, -1), '***'), text)
  return safe === text ? said : (JSON.parse(safe) as T)
}

/** Undefined for values that JSON.stringify cannot serialise, such as deeply nested ones. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** Resolves a path whose keys may contain dots: `a.b.c` in `{ "a.b": { c } }`. Returns the path unchanged if it leads nowhere. */
export function pathWithDots(value: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] {
  return find(value, path) ?? path

  function find(inner: unknown, steps: readonly PropertyKey[]): PropertyKey[] | undefined {
    if (steps.length === 0) return []
    if (typeof inner !== 'object' || inner === null) return undefined
    for (let count = 1; count <= steps.length; count++) {
      const key = count === 1 ? steps[0]! : steps.slice(0, count).map(String).join('.')
      const rest = Object.hasOwn(inner, key) ? find((inner as Record<PropertyKey, unknown>)[key], steps.slice(count)) : undefined
      if (rest !== undefined) return [key, ...rest]
    }
    return undefined
  }
}

export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[step] : undefined),
    value,
  )
