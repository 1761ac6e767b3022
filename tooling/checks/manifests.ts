import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { subset, valid } from 'semver'
import type { Outcome } from './check.ts'
import { publishable, readManifest, readWorkspace, root, type WorkspacePackage } from './workspace.ts'

/** Required headings of a readme, in this order. Other headings may stand between them. */
const headings = ['When to use this (and when not)', 'Install', 'Use', 'Options', 'Errors', 'Limitations']

/** Checks the manifest and the readme of every package that is published. */
export function checkManifests(from = root): Outcome {
  const all = readWorkspace(from)
  const ours = new Set(all.map(({ name }) => name))
  const catalog = readCatalog(from)
  return {
    problems: publishable(all).flatMap((one) => [
      ...fieldProblems(one).map((problem) => `${one.folder}/package.json ${problem}`),
      ...rangeProblems(one, ours).map((problem) => `${one.folder}/package.json ${problem}`),
      ...pinProblems(one, catalog).map((problem) => `${one.folder}/package.json ${problem}`),
      ...engineProblems(from, one).map((problem) => `${one.folder}/package.json ${problem}`),
      ...readmeProblems(join(from, one.folder, 'README.md')).map((problem) => `${one.folder}/README.md ${problem}`),
    ]),
  }
}

function fieldProblems({ folder, manifest }: WorkspacePackage): string[] {
  const rules: [boolean, string][] = [
    [!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(manifest.version ?? ''), 'has no "version".'],
    [!manifest.description, 'has no "description".'],
    [manifest.license !== 'Apache-2.0', 'must have the "license" Apache-2.0.'],
    [manifest.type !== 'module', 'must have the "type" module.'],
    [!manifest.files?.length, 'has no "files": everything in the folder would be published.'],
    [manifest.repository?.directory !== folder, `must have "repository" with the "directory" ${folder}.`],
    [manifest.engines?.node === undefined, 'has no "engines" with a version of Node.'],
    [manifest.publishConfig?.access !== 'public', 'must have "publishConfig" with the "access" public.'],
    [
      JSON.stringify(manifest.exports ?? {}) !== '{}' && manifest.exports?.['./package.json'] === undefined,
      'does not export ./package.json.',
    ],
    [JSON.stringify(published(manifest.exports)) !== JSON.stringify(manifest.publishConfig?.exports), exportsRule],
  ]
  return rules.filter(([broken]) => broken).map(([, problem]) => problem)
}

const exportsRule = 'must repeat its "exports" in "publishConfig", without the condition @reason/source: sources are not published.'

/** The exports without their sources. An entry that has only sources is for tests of this repository, and is left out. */
const published = (exports: WorkspacePackage['manifest']['exports']): unknown =>
  exports &&
  Object.fromEntries(
    Object.entries(exports)
      .map(([subpath, target]): [string, unknown] => [
        subpath,
        typeof target === 'string'
          ? target
          : Object.fromEntries(Object.entries(target).filter(([condition]) => condition !== '@reason/source')),
      ])
      .filter(([, target]) => JSON.stringify(target) !== '{}'),
  )

/** Our packages depend on each other as `workspace:^`: an exact range would release every adapter with each patch of core. */
function rangeProblems({ manifest }: WorkspacePackage, ours: ReadonlySet<string>): string[] {
  return Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })
    .filter(([name, range]) => ours.has(name) && range !== 'workspace:^')
    .map(([name, range]) => `depends on ${name} as ${range}. Write workspace:^.`)
}

/** Other dependencies are pinned to the tested version: a new release of a dependency must not break ours. */
function pinProblems({ manifest }: WorkspacePackage, catalog: ReadonlyMap<string, string>): string[] {
  return Object.entries(manifest.dependencies ?? {}).flatMap(([name, range]) => {
    const version = range === 'catalog:' ? catalog.get(name) : range
    if (range.startsWith('workspace:') || (version !== undefined && valid(version) !== null)) return []
    return [`depends on ${name} as ${version ?? range}. Write the exact version.`]
  })
}

/** Reads names and versions of the catalog. Each has a line of its own, so a regular expression is enough. */
function readCatalog(from: string): Map<string, string> {
  const path = join(from, 'pnpm-workspace.yaml')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const block = /^catalog:\n((?: +.*\n)*)/m.exec(text)?.[1] ?? ''
  return new Map([...block.matchAll(/^ +'?([^':]+)'?: *(\S+)$/gm)].map(([, name, version]) => [name!, version!]))
}

/** Finds a version of Node that a package supports and its dependency does not. Package managers warn then, or fail. */
function engineProblems(from: string, { folder, manifest }: WorkspacePackage): string[] {
  const own = manifest.engines?.node
  return Object.keys(manifest.dependencies ?? {}).flatMap((name) => {
    const path = join(from, folder, 'node_modules', name, 'package.json')
    const needed = existsSync(path) ? readManifest(path).engines?.node : undefined
    if (own === undefined || needed === undefined || subset(own, needed)) return []
    return [`promises Node ${own}, but ${name} needs ${needed}. Narrow "engines", or do without it.`]
  })
}

function readmeProblems(path: string): string[] {
  if (!existsSync(path)) return ['is missing.']
  const found = [...readFileSync(path, 'utf8').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!.trim())
  const inOrder = found.filter((heading) => headings.includes(heading))
  return inOrder.join() === headings.join()
    ? []
    : [`must have these headings, in this order: ${headings.join(' · ')}. It has: ${found.join(' · ')}.`]
}
