import { statSync } from 'node:fs'
import { ReasonError, type TextAdapter, type WireFormat } from '@reason/core'
import { nearest } from '@reason/core/errors'
import { loadPlugin as loadThirdParty } from '@reason/plugins'
import { didYouMean, usageError } from '../cli-error.ts'
import { builtInTexts, knownTexts, knownWires } from './known.ts'

type Kind = 'text' | 'wire'

/**
 * Creates a text adapter or wire format. The name is the id of a built-in one, or a plugin: a package in the `node_modules` of the current folder, or a file
 * (`./my-adapter.js`).
 *
 * @throws {CliError} If it is not found, or is of the other kind.
 * @throws {ReasonError} `REASON_INVALID_PLUGIN`, `REASON_SPEC_VERSION`, `REASON_INVALID_OPTIONS`
 */
export async function loadPlugin(kind: Kind, name: string, options: object): Promise<TextAdapter | WireFormat> {
  const known = kind === 'text' ? knownTexts : knownWires
  if (Object.hasOwn(known, name)) return known[name]!(options)
  if (!isModule.test(name) && statSync(name, { throwIfNoEntry: false })?.isFile() === true) throw notFound(kind, name)
  const made = await loadThirdParty(name, { options }).catch((error: unknown) => {
    throw ReasonError.is(error) && error.code === 'REASON_ADAPTER_NOT_FOUND' ? notFound(kind, name, error) : error
  })
  if (made.kind === kind) return made
  throw usageError(
    kind === 'text'
      ? `${name} is a wire format, not a text adapter. Pass it as --wire ${name}.`
      : `${name} is a text adapter, not a wire format. Pass it as --adapter ${name}.`,
  )
}

const isModule = /\.[cm]?[jt]s$/

function notFound(kind: Kind, name: string, cause?: Error): Error {
  const what = kind === 'text' ? 'adapter' : 'wire format'
  const known = kind === 'text' ? [...builtInTexts, ...Object.keys(knownTexts)] : Object.keys(knownWires)
  // In `reason split --wire body.sse`, the user forgot the name.
  const advice =
    cause === undefined
      ? ` ${name} is a file: name the ${what} before it, or leave the flag out.`
      : didYouMean(nearest(name, known)) || ` ${cause.message}`
  return usageError(`no ${what} "${name}" is known (have: ${known.join(', ')}).${advice}`, cause && { cause })
}
