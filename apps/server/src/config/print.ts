import { isObject } from '@reason/gateway/json'
import { Document, isCollection, isNode } from 'yaml'
import { placesOfSettings } from './config-file.ts'
import { textOf, type Path } from './file/document.ts'
import type { EffectiveConfig } from './load.ts'
import { settingNames, type SettingName } from './settings.ts'
import { whereKeyIs } from './upstream-key.ts'
import { withoutSecrets } from './without-secrets.ts'

export interface PrintOptions {
  json: boolean
  /** Also print the source of each value. */
  sources: boolean
}

/** A setting at its place in the file. */
interface Entry {
  path: Path
  value: unknown
  source: string
}

/** Prints the effective configuration as an equivalent configuration file. Secrets are `***`. */
export function printConfig(config: EffectiveConfig, { json, sources }: PrintOptions): string {
  const entries = settingNames.flatMap((name) => entryOf(name, config) ?? [])
  const nested = nest(entries)
  if (json) {
    const from = Object.fromEntries(entries.map(({ path, source }) => [textOf(path), source]))
    return `${JSON.stringify(sources ? { config: nested, sources: from } : nested, null, 2)}\n`
  }
  const document = new Document(nested)
  if (sources) for (const { path, source } of entries) comment(document, path, source)
  return document.toString({ lineWidth: 0 })
}

function entryOf(name: SettingName, config: EffectiveConfig): Entry | undefined {
  const value = config[name]
  let path: Path = placesOfSettings.get(name)!
  if (value === undefined) return undefined
  // Settings of an upstream mean nothing without one. With several upstreams, they are the common values.
  if (path[0] === 'upstreams' && path.length > 1 && config.upstream === undefined) {
    if (config.upstreams === undefined || !config.origins.has(name)) return undefined
    path = [name]
  }
  const origin = config.origins.get(name)?.named ?? 'default'
  const source = name.startsWith('upstreamKey') ? `${origin} (the key itself, ***, is in ${whereKeyIs(config)})` : origin
  return { path, value: withoutSecrets(name, value), source }
}

function nest(entries: readonly Entry[]): object {
  const root: Record<string, unknown> = {}
  for (const { path, value } of entries) {
    let at: Record<string | number, unknown> = root
    for (const [index, step] of path.slice(0, -1).entries()) {
      at = (at[step] ??= typeof path[index + 1] === 'number' ? [] : {}) as Record<string, unknown>
    }
    put(at, path.at(-1)!, value)
  }
  return root
}

/** Merges a value. Limits of budgets are settings of their own, and also parts of a larger setting. */
function put(at: Record<string | number, unknown>, step: string | number, value: unknown): void {
  const before = at[step]
  if (!isObject(before) || !isObject(value)) at[step] = isObject(value) ? { ...value } : value
  else for (const [key, inner] of Object.entries(value)) put(before, key, inner)
}

function comment(document: Document, path: Path, source: string): void {
  const node = document.getIn(path, true)
  if (!isNode(node)) return
  if (isCollection(node)) node.commentBefore = ` ${source}`
  else node.comment = ` ${source}`
}
