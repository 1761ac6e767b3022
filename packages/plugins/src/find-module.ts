import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, join, resolve } from 'node:path'

/**
 * Finds the file that a module in `folder` would import. A package is therefore found in the `node_modules` of the
 * user's project, and not in ours. Undefined if there is no such package or file.
 *
 * @throws Node's own error for a package that exports nothing to import.
 */
export function findModule(folder: string, specifier: string): string | undefined {
  if (!isPath(specifier)) return findPackage(folder, specifier)
  const path = resolve(folder, specifier)
  return existsSync(path) && statSync(path).isFile() ? path : undefined
}

/** True for a file path and not a package: `./x.js`, `../x.js`, `/x.js`. */
export const isPath = (specifier: string): boolean => /^\.{0,2}\//.test(specifier) || isAbsolute(specifier)

function findPackage(folder: string, specifier: string): string | undefined {
  const require = createRequire(join(folder, 'package.json'))
  // `require.resolve` does not find packages that have only an `import` condition. For packages with both conditions it returns the other file.
  const entry = importEntry(specifier, require.resolve.paths(specifier) ?? [])
  if (entry !== undefined) return entry
  try {
    return require.resolve(specifier)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // The package itself is missing, and not one of its files.
    if (code === 'MODULE_NOT_FOUND' && message.includes(`'${specifier}'`)) return undefined
    throw error
  }
}

function importEntry(specifier: string, folders: readonly string[]): string | undefined {
  const [, name = specifier, subpath] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier) ?? []
  const home = folders.map((folder) => join(folder, name)).find((folder) => existsSync(join(folder, 'package.json')))
  if (home === undefined) return undefined
  const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { exports?: Record<string, unknown> }
  const target = importTarget(exports?.[`.${subpath}`] ?? (subpath === '' ? exports : undefined))
  return target === undefined ? undefined : join(home, target)
}

const conditions = new Set(['node', 'import', 'module-sync', 'default'])

/** Resolves a target. The first matching condition wins, as in Node. */
function importTarget(target: unknown): string | undefined {
  if (typeof target === 'string') return target
  if (typeof target !== 'object' || target === null) return undefined
  for (const [condition, nested] of Object.entries(target)) {
    const found = conditions.has(condition) ? importTarget(nested) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
