import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './examples.ts'

interface Manifest {
  name: string
  version: string
  license?: string
  private?: boolean
  dependencies?: Readonly<Record<string, string>>
  optionalDependencies?: Readonly<Record<string, string>>
}

/** Third-party packages that an installation of our packages brings, with their own dependencies, as installed here. */
export function runtimeDependencies(): Manifest[] {
  const found = new Map<string, Manifest>()
  const folders = globSync(['packages/*', 'apps/*'], { cwd: root })
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(join(folder, 'package.json')) && read(folder).private !== true)
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const { dependencies, optionalDependencies } = read(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const inner = installed(name, folder)
      // Optional packages for other platforms are not installed.
      if (inner === undefined) continue
      const manifest = read(inner)
      const id = `${manifest.name}@${manifest.version}`
      if (found.has(id) || manifest.name.startsWith('@reason/')) continue
      found.set(id, manifest)
      folders.push(inner)
    }
  }
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name))
}

const read = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** Folder of an installed package, found as Node does. */
function installed(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(join(path, 'package.json'))) return realpathSync(path)
    if (folder === dirname(folder)) return undefined
  }
}
