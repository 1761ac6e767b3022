import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { ConfigError, systemError } from '../config-error.ts'
import type { ConfigDocument } from './document.ts'

type Read = (file: string, text: string) => ConfigDocument | Promise<ConfigDocument>

// Each parser is loaded only if there is such a file.
const readYaml: Read = async (file, text) => (await import('./yaml.ts')).readYaml(file, text)
const readJson: Read = async (file, text) => (await import('./json.ts')).readJson(file, text)
const readModule: Read = async (file, text) => (await import('./module.ts')).readModule(file, text)

const readers: Readonly<Record<string, Read>> = {
  '.yaml': readYaml,
  '.yml': readYaml,
  '.json': readJson,
  '.jsonc': readJson,
  '.ts': readModule,
  '.mts': readModule,
  '.js': readModule,
  '.mjs': readModule,
}

/** File names to look for if `--config` is not given. */
export const fileNames: readonly string[] = Object.keys(readers).map((extension) => `reason.config${extension}`)

/**
 * Finds the configuration file of a folder. Undefined if there is none.
 *
 * @throws {ConfigError} if there are several
 */
export function findConfigFile(folder: string): string | undefined {
  const [found, ...others] = fileNames.filter((name) => existsSync(join(folder, name)))
  if (others.length > 0) {
    throw new ConfigError([`There are ${[found, ...others].join(' and ')} in ${folder}. Keep one, or choose one with --config.`])
  }
  return found === undefined ? undefined : relative(process.cwd(), join(folder, found))
}

/** Maximum size in UTF-16 units. A thousand upstreams take half of it. */
const longestFile = 1_048_576

/**
 * Reads a configuration file of any supported format.
 *
 * @throws {ConfigError} if it cannot be read, with the position of each error
 */
export async function readConfigFile(file: string): Promise<ConfigDocument> {
  const read = readers[extname(file)]
  if (read === undefined) {
    throw new ConfigError([`The configuration file ${file} has an unknown extension. Use one of: ${Object.keys(readers).join(', ')}.`])
  }
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new ConfigError([
      `The configuration file ${file} cannot be read (${systemError(error)}). Give --config the path of a YAML, JSON, TypeScript or JavaScript file.`,
    ])
  }
  // Without its settings, the gateway would show hidden reasoning. A full disk leaves such a file.
  if (text === '')
    throw new ConfigError([`The configuration file ${file} is empty. Write the settings into it; a comment alone means the defaults.`])
  if (text.length > longestFile) {
    throw new ConfigError([
      `The configuration file ${file} has ${text.length} characters. It may have ${longestFile} at most: check that --config names the right file.`,
    ])
  }
  return read(file, text.replace(/^\uFEFF/, ''))
}
