/** Describes a value of a wrong type for a message: `"think-tags"`, `Promise`, `Array`, `undefined`, or the kind of a plugin. */
export function describe(value: unknown): string {
  const given = value as { kind?: string; constructor?: { name: string } } | undefined | null
  return typeof value === 'string' ? `"${value.slice(0, 40)}"` : (given?.kind ?? given?.constructor?.name ?? typeof value)
}
