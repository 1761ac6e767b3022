import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Imports a module as if the importing file stood in `folder`, so that a package is found in the `node_modules` of the
 * project that somebody works in, and not among ours.
 *
 * @throws What Node throws; `MODULE_NOT_FOUND` where there is no such package or file.
 */
export async function importFrom(folder: string, specifier: string): Promise<Record<string, unknown>> {
  const path = isPath(specifier) ? resolve(folder, specifier) : resolvePackage(folder, specifier)
  return (await import(pathToFileURL(path).href)) as Record<string, unknown>
}

/** `./x.js`, `../x.js`, `/x.js`: a file, and no package. */
export const isPath = (specifier: string): boolean => /^\.{0,2}\//.test(specifier) || isAbsolute(specifier)

function resolvePackage(folder: string, specifier: string): string {
  const require = createRequire(join(folder, 'package.json'))
  try {
    return require.resolve(specifier)
  } catch (error) {
    // Resolving by `require` does not see packages that have only an `import` condition.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error
    const entry = importEntry(specifier, require.resolve.paths(specifier) ?? [])
    if (entry === undefined) throw error
    return entry
  }
}

function importEntry(specifier: string, folders: readonly string[]): string | undefined {
  const [, name, subpath] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier) ?? []
  const home = folders.map((folder) => join(folder, name!)).find((folder) => existsSync(join(folder, 'package.json')))
  if (home === undefined) return undefined
  const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { exports?: Record<string, unknown> }
  const target = importTarget(exports?.[`.${subpath}`] ?? (subpath === '' ? exports : undefined))
  return target === undefined ? undefined : join(home, target)
}

const conditions = new Set(['node', 'import', 'module-sync', 'default'])

/** The first condition that holds decides, as in Node. */
function importTarget(target: unknown): string | undefined {
  if (typeof target === 'string') return target
  if (typeof target !== 'object' || target === null) return undefined
  for (const [condition, nested] of Object.entries(target)) {
    const found = conditions.has(condition) ? importTarget(nested) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
