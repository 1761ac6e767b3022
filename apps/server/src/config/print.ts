import { Document, isCollection, isNode } from 'yaml'
import { placesOfSettings } from './config-file.ts'
import { textOf, type Path } from './file/document.ts'
import type { EffectiveConfig } from './load.ts'
import { settingNames, type SettingName } from './settings.ts'
import { whereKeyIs } from './upstream-key.ts'
import { withoutSecrets } from './without-secrets.ts'

export interface PrintOptions {
  json: boolean
  /** Also where each value is from. */
  sources: boolean
}

/** A setting in the place that it has in the file. */
interface Entry {
  path: Path
  value: unknown
  source: string
}

/** The configuration that holds, as a file that would make the same one. Secrets are `***`. */
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
  // What is set of an upstream says nothing without one; of several, it is what they have in common.
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

/** Limits of budgets are settings of their own and parts of a larger one. */
function put(at: Record<string | number, unknown>, step: string | number, value: unknown): void {
  const before = at[step]
  if (!isObject(before) || !isObject(value)) at[step] = isObject(value) ? { ...value } : value
  else for (const [key, inner] of Object.entries(value)) put(before, key, inner)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function comment(document: Document, path: Path, source: string): void {
  const node = document.getIn(path, true)
  if (!isNode(node)) return
  if (isCollection(node)) node.commentBefore = ` ${source}`
  else node.comment = ` ${source}`
}
