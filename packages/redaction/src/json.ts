import type { Fingerprinter } from './fingerprint.ts'
import { sensitivity } from './key-names.ts'
import type { RedactionMachine } from './machine.ts'
import { isPlaceholder, isSecretValue } from './values.ts'

/** A redacted JSON value, with the number of replacements by type. */
export interface RedactedJson {
  value: unknown
  counts: Readonly<Record<string, number>>
}

/** A pending value. A list of tasks replaces recursion, because the input determines the depth. */
type Task = { value: unknown; name: string; put(value: unknown): void }

export function redactValue(value: unknown, machine: (context: string) => RedactionMachine, fingerprinter: Fingerprinter): RedactedJson {
  const counts: Record<string, number> = {}
  let result: unknown
  const tasks: Task[] = [{ value, name: '', put: (made) => (result = made) }]
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) visit(task)
  return { value: result, counts }

  function visit({ value: one, name, put }: Task): void {
    if (Array.isArray(one)) {
      const made: unknown[] = Array.from({ length: one.length })
      put(made)
      one.forEach((item, i) => tasks.push({ value: item, name, put: (inner) => (made[i] = inner) }))
    } else if (typeof one === 'object' && one !== null) {
      const made: Record<string, unknown> = {}
      put(made)
      for (const [key, item] of Object.entries(one)) {
        // Keeps the order of keys. `__proto__` is a normal key.
        Object.defineProperty(made, key, { value: undefined, writable: true, enumerable: true, configurable: true })
        tasks.push({ value: item, name: key, put: (inner) => (made[key] = inner) })
      }
    } else put(leaf(one, name))
  }

  function leaf(one: unknown, name: string): unknown {
    if (typeof one === 'string') return named(one, name) ?? text(one, name)
    if (typeof one !== 'number' && typeof one !== 'bigint') return one
    const written = String(one)
    const made = named(written, name) ?? text(written, name)
    return made === written ? one : made
  }

  function named(one: string, name: string): string | undefined {
    const kind = name === '' ? undefined : sensitivity(name)
    if (kind === undefined || one.trim() === '' || /^\[[a-z]/.test(one) || isReference(one)) return undefined
    if (kind === 'vague' && !isSecretValue(one, kind, { quoted: true, tight: false })) return undefined
    const rule = kind === 'password' ? 'password' : 'generic-key'
    counts['secret'] = (counts['secret'] ?? 0) + 1
    return `[secret:${rule}:${fingerprinter.of('secret', one)}]`
  }

  function text(one: string, name: string): string {
    const { push, end, counts: found } = machine(name === '' ? '' : `"${name}": "`)
    const made = push(one) + end()
    for (const [type, count] of Object.entries(found)) counts[type] = (counts[type] ?? 0) + count
    return made
  }
}

/** Whether a value only refers to a secret: `${TOKEN}`, `<your key>`. */
const isReference = (one: string): boolean => /^[$<{%]/.test(one) && isPlaceholder(one)
