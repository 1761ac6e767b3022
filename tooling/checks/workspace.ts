import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const kinds = ['core', 'contract', 'adapter', 'service', 'kit', 'composition', 'pages', 'app', 'tooling'] as const

/** Kind of a package, which decides what it may import. Comes from a tag in its `turbo.json`; `tooling/` needs no tag. */
export type Kind = (typeof kinds)[number]

export interface Manifest {
  name: string
  version?: string
  description?: string
  private?: boolean
  license?: string
  type?: string
  sideEffects?: boolean
  files?: string[]
  bin?: unknown
  repository?: { type?: string; url?: string; directory?: string }
  engines?: { node?: string }
  exports?: Record<string, string | Record<string, string>>
  publishConfig?: { access?: string; exports?: Record<string, string | Record<string, string>> }
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

export interface WorkspacePackage {
  name: string
  /** Relative to the root: `packages/core`. */
  folder: string
  /** Undefined if neither a tag nor the folder determines the kind. */
  kind: Kind | undefined
  manifest: Manifest
}

export function readWorkspace(from = root): WorkspacePackage[] {
  return globSync('{packages,apps,tooling}/*/package.json', { cwd: from })
    .sort()
    .map((path) => {
      const folder = dirname(path)
      const manifest = readManifest(join(from, path))
      return { name: manifest.name, folder, kind: kindOf(from, folder), manifest }
    })
}

/** The packages that users install from a registry. */
export const publishable = (all: readonly WorkspacePackage[]): WorkspacePackage[] => all.filter(({ manifest }) => manifest.private !== true)

/** The packages that must run in any JavaScript runtime, without Node and DOM. */
export const portable = (all: readonly WorkspacePackage[]): WorkspacePackage[] =>
  all.filter(({ kind }) => kind === 'core' || kind === 'contract' || kind === 'adapter')

/** The public entry points with their source files: `['.', 'packages/core/src/index.ts']`. */
export function entries({ folder, manifest }: WorkspacePackage): [subpath: string, file: string][] {
  return Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
    const source = typeof target === 'string' ? undefined : target['@reason/source']
    return source === undefined ? [] : [[subpath, join(folder, source)] as [string, string]]
  })
}

function kindOf(from: string, folder: string): Kind | undefined {
  const path = join(from, folder, 'turbo.json')
  const tags = existsSync(path) ? ((readJson(path) as { tags?: string[] }).tags ?? []) : []
  return kinds.find((kind) => tags.includes(kind)) ?? (folder.startsWith('tooling/') ? 'tooling' : undefined)
}

export const readManifest = (path: string): Manifest => readJson(path) as Manifest

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
