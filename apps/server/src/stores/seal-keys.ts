import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { ReasonError } from '@reason/core'
import type { Log } from '@reason/gateway/host'
import { createSealer, type Sealer } from '@reason/seals'
import { ConfigError, regularFile, systemError } from '../config/config-error.ts'
import type { Config } from '../config/load.ts'
import { inDataDir, isDamaged, isFolder, makeSecret } from './data-dir.ts'

const fileName = 'seal.keys'

type SealConfig = Pick<Config, 'sealKeys' | 'dataDir'>

/**
 * Opens the sealer. Its keys are created at first use, as most gateways never seal. A file that exists, or that the configuration
 * names, is read at once. Otherwise a fault in it would fail answers after their models ran.
 *
 * @throws {ConfigError} If the file contains no keys.
 */
export function openSealer(config: SealConfig, log: Pick<Log, 'warn'>): () => Sealer {
  const { sealKeys, dataDir } = config
  const isThere =
    sealKeys !== undefined || (existsSync(dataDir) && lstatSync(inDataDir(dataDir, fileName), { throwIfNoEntry: false }) !== undefined)
  let sealer = isThere ? sealerOf(config) : undefined
  let inMemory: string | undefined
  return () => {
    try {
      return (sealer ??= sealerOf(config, inMemory))
    } catch (error) {
      if (inMemory === undefined) log.warn({ why: String(error) }, 'the keys of sealed values cannot be stored: a restart loses them')
      // The next call tries to store this key. An answer whose model has run must not fail for it.
      inMemory ??= randomBytes(32).toString('base64')
      return createSealer({ keys: [inMemory] })
    }
  }
}

/**
 * Returns the seal keys, for other signatures of the gateway. Creates them if there are none.
 *
 * @throws {ConfigError} if there is no usable key
 */
export function sealKeysOf(config: SealConfig): string[] {
  // Reports keys that are too short, with the same error as for seals.
  sealerOf(config)
  return keysOf(config).keys
}

function sealerOf(config: SealConfig, secret?: string): Sealer {
  const { path, keys } = keysOf(config, secret)
  try {
    return createSealer({ keys })
  } catch (error) {
    if (!ReasonError.is(error)) throw error
    throw new ConfigError([
      `${path} does not hold the keys of sealed values, one a line, each of 32 bytes or more. Make one: openssl rand -base64 32 > ${path}`,
    ])
  }
}

/**
 * Reads the key file, one key per line. The first key seals, and any of them opens.
 *
 * @throws {ConfigError} if there is no usable key
 */
function keysOf({ sealKeys, dataDir }: SealConfig, secret?: string): { path: string; keys: string[] } {
  const path = (sealKeys && regularFile(sealKeys)) ?? inDataDir(dataDir, fileName)
  if (sealKeys === undefined) makeSecret(path, 'base64', secret)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const remedy = isFolder(error) ? 'It is a folder: move it elsewhere.' : `Make one: openssl rand -base64 32 > ${path}`
    throw new ConfigError([`The keys of sealed values cannot be read from ${path} (${systemError(error)}). ${remedy}`])
  }
  const lines = isDamaged(text) ? [] : text.split('\n').map((line) => line.trim())
  return { path, keys: lines.filter((line) => line !== '') }
}
