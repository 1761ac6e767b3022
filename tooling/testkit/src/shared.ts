import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Folder of shared test input (conformance vectors, recordings): `REASON_SHARED`, by default `../shared` beside the checkout.
 * Undefined if the folder is absent. With `REASON_SHARED_REQUIRED=1` its absence is an error.
 */
export const shared: string | undefined = locate()

/** Reason for skipping tests on shared input, for the names of the tests. */
export const sharedMissing = 'needs the shared vectors and recordings: set REASON_SHARED to their folder'

export const sharedPath = (...names: string[]): string => join(shared ?? '', ...names)

function locate(): string | undefined {
  const beside = fileURLToPath(new URL('../../../../shared', import.meta.url))
  const folder = resolve(process.env['REASON_SHARED'] ?? beside)
  if (existsSync(join(folder, 'conformance'))) return folder
  if (process.env['REASON_SHARED_REQUIRED'] === '1')
    throw new Error(`REASON_SHARED_REQUIRED is 1, but ${folder} has no folder "conformance". Point REASON_SHARED at the shared test input.`)
  return undefined
}
