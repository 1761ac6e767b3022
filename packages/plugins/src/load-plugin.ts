import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ReasonError, type TextAdapter, type WireFormat } from '@reason/core'
import { createFromPlugin, manifestProblems } from '@reason/core/manifest'
import { findModule, isPath } from './find-module.ts'

export interface LoadPluginOptions {
  /** Folder from which packages are resolved, as if a file in it imported them, and to which paths are relative. Default: the current folder. */
  folder?: string
  /** Options for the adapter, which validates them itself. */
  options?: object
}

/**
 * Creates the adapter or wire format whose plugin is the default export of a package, or of a file (`./my-adapter.js`).
 *
 * The code runs with all rights of this process: take names from the operator's configuration, never from a request.
 * Node caches modules, so changed code takes effect in the next process.
 *
 * @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND`, if there is no such package or file.
 * @throws {ReasonError} `REASON_INVALID_PLUGIN`, if it cannot be loaded, is no plugin, or creates nothing or an adapter
 * with invalid data.
 * @throws {ReasonError} `REASON_SPEC_VERSION`, `REASON_INVALID_OPTIONS`
 */
export async function loadPlugin(
  name: string,
  { folder = process.cwd(), options = {} }: LoadPluginOptions = {},
): Promise<TextAdapter | WireFormat> {
  const { default: plugin } = await load(name, folder)
  const made = make(plugin, options, name)
  if (made?.kind !== 'text' && made?.kind !== 'wire') {
    throw new ReasonError('REASON_INVALID_PLUGIN', `The plugin of ${name} makes neither a text adapter nor a wire format.`)
  }
  const problems = manifestProblems(made)
  if (problems.length === 0) return made
  throw new ReasonError('REASON_INVALID_PLUGIN', `The result of the plugin of ${name} ${problems.join('; it ')}.`)
}

/** A gateway rule, reduced to the members that are known here. */
export interface LoadedRule {
  kind: 'rule'
  id: string
  admit(facts: unknown): unknown
}

/**
 * Creates the rule whose plugin is the default export of a package, or of a file (`./my-rule.js`). Otherwise works like
 * `loadPlugin`.
 *
 * @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND`, `REASON_INVALID_PLUGIN`, `REASON_SPEC_VERSION`,
 * `REASON_INVALID_OPTIONS`
 */
export async function loadRule(name: string, { folder = process.cwd(), options = {} }: LoadPluginOptions = {}): Promise<LoadedRule> {
  const { default: plugin } = await load(name, folder)
  const made: unknown = make(plugin, options, name)
  if (isRule(made)) return made
  throw new ReasonError('REASON_INVALID_PLUGIN', `The plugin of ${name} makes no rule: that has kind "rule", an id and a function admit.`)
}

async function load(name: string, folder: string): Promise<{ default?: unknown }> {
  let file: string | undefined
  try {
    file = findModule(folder, name)
    if (file !== undefined) return (await import(pathToFileURL(file).href)) as { default?: unknown }
  } catch (error) {
    throw new ReasonError(
      'REASON_INVALID_PLUGIN',
      `${name} cannot be loaded (${messageOf(error)}). Install what it imports, or report it to its author.`,
      { cause: error },
    )
  }
  throw new ReasonError(
    'REASON_ADAPTER_NOT_FOUND',
    isPath(name)
      ? `There is no file ${resolve(folder, name)}. Check the path, which begins at ${folder}.`
      : `The package ${name} is not installed in ${folder}. Check the name. If it is an adapter package, install it there.`,
  )
}

/** Calls the plugin. A plugin that violates its contract may return anything. */
function make(plugin: unknown, options: object, name: string): TextAdapter | WireFormat | undefined {
  try {
    return createFromPlugin(plugin, options, name)
  } catch (error) {
    if (ReasonError.is(error)) throw error
    throw new ReasonError(
      'REASON_INVALID_PLUGIN',
      `The plugin of ${name} failed (${messageOf(error)}). Check its options, or report it to its author.`,
      { cause: error },
    )
  }
}

function isRule(made: unknown): made is LoadedRule {
  const { kind, id, admit } = Object(made) as Partial<LoadedRule>
  return kind === 'rule' && typeof id === 'string' && typeof admit === 'function'
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
