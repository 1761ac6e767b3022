import * as z from 'zod'
import { nearest } from '@reason/core/errors'
import { isObject } from '@reason/gateway/json'
import { ruleOf, shown, valueAt } from '@reason/gateway/errors'
import { forRouting, rootField, type ConfigField } from './config-file.ts'
import { placeIn, textOf, type ConfigDocument, type Path } from './file/document.ts'
import type { Layer } from './layer.ts'
import type { SettingName } from './settings.ts'

/** Reads the settings of a configuration file, both short names and groups. Null values count as absent. */
export function readDocument(document: ConfigDocument): Layer {
  const layer: Layer = { values: new Map(), problems: [] }
  if (!isObject(document.value)) {
    if (document.value !== null && document.value !== undefined)
      layer.problems.push(`${document.file}: it contains no object. Write an object, such as { "upstream": "http://127.0.0.1:8080" }.`)
    return layer
  }
  readFields(document.value, rootField, [])
  return layer

  function readFields(object: Readonly<Record<string, unknown>>, field: ConfigField, path: Path): void {
    for (const [name, value] of Object.entries(object)) {
      const inner = Object.hasOwn(field.fields!, name) ? field.fields![name] : undefined
      if (inner !== undefined) read(value, inner, [...path, name])
      else layer.problems.push(`${placeIn(document, [...path, name], 'key')}: ${unknownName(name, field, path)}`)
    }
  }

  function read(value: unknown, field: ConfigField, path: Path): void {
    if (value === undefined || value === null) return
    const { setting, part, fields, items, schema } = field
    if (items !== undefined) readUpstreams(value, items, path)
    else if (fields !== undefined && isObject(value)) readFields(value, field, path)
    else if (setting !== undefined) give(setting, value, path)
    else if (part !== undefined) givePart(part, value, path)
    else if (fields !== undefined) complain(path, value, `must be an object with some of: ${Object.keys(fields).join(', ')}`)
    else check(schema, value, path)
  }

  /** A single upstream sets the settings of an upstream. Several upstreams, or one with routing fields, set `upstreams`. */
  function readUpstreams(value: unknown, items: ConfigField, path: Path): void {
    if (!Array.isArray(value)) return complain(path, value, 'must be a list')
    const [first, ...others] = value as readonly unknown[]
    const at = [...path, 0]
    // Without an upstream the gateway replays recordings. An empty list can hardly mean that.
    if (first === undefined) complain(path, value, 'must not be empty')
    else if (others.length > 0 || (isObject(first) && forRouting.some((name) => first[name] !== undefined)))
      give('upstreams', withoutNothing(value), path)
    else if (!isObject(first)) complain(at, first, 'must be an object')
    else {
      if ((first['url'] ?? undefined) === undefined) complainOf(at, 'it has no url. Write where its API is: url: http://127.0.0.1:8080')
      readFields(first, items, at)
    }
  }

  function give(setting: SettingName, value: unknown, path: Path): void {
    const before = layer.values.get(setting)
    if (before !== undefined) complainOf(path, `it is already given by ${before.named}. Keep one of them.`)
    else layer.values.set(setting, { value, ...named(path), inside: (steps, what) => named([...path, ...(steps as Path)], what).named })
  }

  /** Parts of one setting may stand in several places. */
  function givePart([setting, ...steps]: readonly [SettingName, ...string[]], value: unknown, path: Path): void {
    const root = path.slice(0, path.length - steps.length)
    if (!layer.values.has(setting)) {
      layer.values.set(setting, { value: {}, ...named(root), inside: (inner, what) => named([...root, ...(inner as Path)], what).named })
    }
    let at = layer.values.get(setting)!.value as Record<string, unknown>
    for (const step of steps.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>
    at[steps.at(-1)!] = value
  }

  function check(schema: ConfigField['schema'], value: unknown, path: Path): void {
    const { error } = z.core.safeParse(schema, value)
    for (const { path: inside, ...issue } of error?.issues ?? []) {
      complain([...path, ...(inside as Path)], valueAt(value, inside), ruleOf({ path: inside, ...issue } as z.core.$ZodIssue))
    }
  }

  function named(path: Path, what: 'key' | 'value' = 'value'): { named: string; from: 'file' } {
    return { named: `${placeIn(document, path, what)}: ${textOf(path)}`, from: 'file' }
  }

  function complain(path: Path, value: unknown, rule: string): void {
    // The value may be a key that was written here by mistake, so it is not shown.
    const what = path.includes('key') ? '***' : shown(value)
    layer.problems.push(`${named(path).named} is ${what}, but ${rule}.`)
  }

  function complainOf(path: Path, what: string): void {
    layer.problems.push(`${named(path).named}: ${what}`)
  }
}

/** Removes null values, which count as absent. */
function withoutNothing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNothing)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNothing(inner)]])))
}

/** Error for an unknown name. Suggests a similar name in the same group, the same name elsewhere, or a similar name elsewhere. */
function unknownName(name: string, { fields = {} }: ConfigField, path: Path): string {
  const beside = nearest(name, Object.keys(fields))
  const all = pathsIn(rootField, [])
  const called = (wanted: string | undefined): Path | undefined => all.find((steps) => steps.at(-1) === wanted)
  const nearestOfAll = (): string | undefined => nearest(name, new Set(all.map((steps) => String(steps.at(-1)))))
  const meant = beside !== undefined ? [...path, beside] : (called(name) ?? called(nearestOfAll()))
  // A similar name elsewhere is only a guess, so that the names of the group are listed, too. The root has too many.
  const names = meant === undefined || (beside === undefined && path.length > 0) ? ` There are: ${Object.keys(fields).join(', ')}.` : ''
  return `"${textOf([...path, name])}" is no setting.${names}${meant === undefined ? '' : ` Did you mean "${textOf(meant)}"?`}`
}

function pathsIn({ fields, items }: ConfigField, path: Path): Path[] {
  if (items !== undefined) return pathsIn(items, [...path, 0])
  return Object.entries(fields ?? {}).flatMap(([name, field]) => [[...path, name], ...pathsIn(field, [...path, name])] satisfies Path[])
}
