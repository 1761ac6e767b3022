import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createFromPlugin, nearest, type TextAdapter, type WireFormat } from '@reason/core'
import { didYouMean, usageError } from '../cli-error.ts'
import { importFrom, isPath } from './import-from.ts'
import { builtInTexts, knownTexts, knownWires } from './known.ts'

type Kind = 'text' | 'wire'

/**
 * Makes a text adapter or wire format: one of ours by its id, or the plugin of a package in the `node_modules` of the
 * current folder, or of a file (`./my-adapter.js`).
 *
 * @throws {CliError} When there is none, or it is of the other kind.
 * @throws {ReasonError} `REASON_INVALID_PLUGIN`, `REASON_SPEC_VERSION`, `REASON_INVALID_OPTIONS`
 */
export async function loadPlugin(kind: Kind, name: string, options: object): Promise<TextAdapter | WireFormat> {
  const known = kind === 'text' ? knownTexts : knownWires
  if (Object.hasOwn(known, name)) return known[name]!(options)
  const { default: plugin } = await importThirdParty(kind, name)
  const made = createFromPlugin(plugin, options, name)
  if (made.kind === kind) return made
  throw usageError(
    kind === 'text'
      ? `${name} is a wire format, not a text adapter. Pass it as --wire ${name}.`
      : `${name} is a text adapter, not a wire format. Pass it as --adapter ${name}.`,
  )
}

async function importThirdParty(kind: Kind, name: string): Promise<{ default?: unknown }> {
  try {
    return await importFrom(process.cwd(), name)
  } catch (error) {
    if (isNotFound(error, name)) throw notFound(kind, name, error)
    throw usageError(`the package ${name} cannot be loaded: ${(error as Error).message}`, { cause: error })
  }
}

/** It is `name` itself that is missing, and not something that it imports. */
function isNotFound(error: unknown, name: string): boolean {
  const { code, url, message } = error as NodeJS.ErrnoException & { url?: string }
  if (code === 'MODULE_NOT_FOUND' || code === 'ERR_INVALID_MODULE_SPECIFIER') return message.includes(`'${name}'`)
  return code === 'ERR_MODULE_NOT_FOUND' && isPath(name) && url === pathToFileURL(resolve(name)).href
}

function notFound(kind: Kind, name: string, cause: unknown): Error {
  const what = kind === 'text' ? 'adapter' : 'wire format'
  const known = kind === 'text' ? [...builtInTexts, ...Object.keys(knownTexts)] : Object.keys(knownWires)
  if (isPath(name)) return usageError(`there is no file ${name} with an adapter in it. Check the path, from the current folder.`, { cause })
  return usageError(
    `no ${what} "${name}" is known (have: ${known.join(', ')}).${didYouMean(nearest(name, known))} ` +
      `If it is a package, install it in the current folder: npm i ${name}`,
    { cause },
  )
}
