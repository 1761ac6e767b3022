import { randomBytes } from 'node:crypto'
import { constants, copyFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/load.ts'
import { ConfigError, regularFile, systemError } from '../config/config-error.ts'
import { makeFolder } from '@reason/keys'

/** Path of a file in the data folder. Creates the folder for its owner alone. */
export function inDataDir(dataDir: string, name: string): string {
  try {
    makeFolder(dataDir, 0o700)
  } catch (error) {
    throw new ConfigError([`The data folder ${dataDir} cannot be created (${systemError(error)}). Name another one with --data-dir.`])
  }
  return regularFile(join(dataDir, name))
}

/**
 * The secret for fingerprints of redacted values, so that equal values stay comparable after a restart and between gateways. Created
 * once, unless the configuration names a file.
 */
export function keyOfRedaction({ redactionKey: named, dataDir }: Pick<Config, 'redactionKey' | 'dataDir'>): string {
  const path = (named && regularFile(named)) ?? inDataDir(dataDir, 'redaction.key')
  if (named === undefined) makeSecret(path, 'hex')
  let key: string
  try {
    key = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new ConfigError([`The key for fingerprints cannot be read from ${path} (${systemError(error)}). ${remedyOf(named, error)}`])
  }
  if (key.length < 32 || isDamaged(key)) {
    const remedy = named === undefined ? 'Delete it to have a new one made' : makeOne(path)
    throw new ConfigError([`${path} holds no key of 32 characters or more. ${remedy}.`])
  }
  return key
}

const makeOne = (path: string): string => `Make one: openssl rand -hex 32 > ${path}`

/** Whether the error means that the path is a folder. */
export const isFolder = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EISDIR'

/** True for text that no secret has. After a power failure, a file may consist of zeros, and anyone knows that key. */
export const isDamaged = (text: string): boolean => /(?![\t\r\n])[\p{Cc}\ufffd]/u.test(text)

function remedyOf(named: string | undefined, error: unknown): string {
  if (isFolder(error)) return 'It is a folder: move it elsewhere.'
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return 'Give it to the user that the gateway runs as.'
  return named === undefined ? 'It is a link to a missing file: delete the link.' : `${makeOne(named)}.`
}

/**
 * Creates a file with a secret if it is missing. The file appears atomically, because other processes may look for it at this moment, and a disk may be full.
 *
 * @throws {ConfigError} if it cannot be written
 */
export function makeSecret(path: string, encoding: 'hex' | 'base64', secret = randomBytes(32).toString(encoding)): void {
  if (existsSync(path)) return
  const beside = `${path}.${process.pid}.tmp`
  try {
    // Removes a leftover of an earlier process.
    rmSync(beside, { force: true })
    writeFileSync(beside, `${secret}\n`, { flag: 'wx', mode: 0o600 })
    putInPlace(beside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new ConfigError([`${path} cannot be written (${String(error)}). Make room, or name another folder with --data-dir.`])
  } finally {
    rmSync(beside, { force: true })
  }
}

/** Creates a file. If two processes create it, the second one fails and leaves the first one's file. */
function putInPlace(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    // Some file systems have no links.
    copyFileSync(from, to, constants.COPYFILE_EXCL)
  }
}
