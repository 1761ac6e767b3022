import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { ConfigError } from '../config-error.ts'
import { positionAt, type ConfigDocument, type DocumentPosition } from './document.ts'

let loads = 0

/**
 * Reads a module whose default export is the configuration. Node itself runs TypeScript: it strips types and does not check them. The module runs again at each
 * load, but its imports do not.
 *
 * @throws {ConfigError} if it cannot be run, or exports nothing
 */
export async function readModule(file: string, text: string): Promise<ConfigDocument> {
  const { href } = pathToFileURL(resolve(file))
  let loaded: { default?: unknown }
  try {
    loaded = (await import(`${href}?load=${loads++}`)) as typeof loaded
  } catch (error) {
    throw new ConfigError([`${file}${lineOf(error, href)}: it cannot be run (${error instanceof Error ? error.message : String(error)}).`])
  }
  if (!('default' in loaded)) throw new ConfigError([`${file}: it has no default export. Write: export default defineConfig({ … })`])
  return { file, value: loaded.default, positionOf: (path) => (path.length === 0 ? undefined : onlyPlaceOf(String(path.at(-1)), text)) }
}

/** Position of a name that occurs exactly once. A computed value has no position of its own. */
function onlyPlaceOf(name: string, text: string): DocumentPosition | undefined {
  const [one, another] = text.matchAll(new RegExp(`(?<![\\w$.])(["']?)${name.replaceAll(/\W/g, '\\$&')}\\1\\s*[:,]`, 'g'))
  return one === undefined || another !== undefined ? undefined : positionAt(text, one.index)
}

/** Line of an error in the module, as `:3`. Taken from the stack, or from the lines that Node puts before it. */
function lineOf(error: unknown, href: string): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const { pathname } = new URL(href)
  return /^(?:\?load=\d+)?(:\d+)/.exec(stack.slice(stack.indexOf(pathname) + pathname.length))?.[1] ?? ''
}
