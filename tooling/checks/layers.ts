import { globSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { Outcome } from './check.ts'
import { importsOf } from './imports.ts'
import { type Kind, type Manifest, portable, readWorkspace, root, type WorkspacePackage } from './workspace.ts'

/**
 * Allowed imports between kinds of packages:
 *
 *     core, wire-kit, claude  ◀──  adapters, services, kit  ◀──  contract  ◀──  compositions, pages  ◀──  apps
 *                                     kit  ◀··  the tests of all but core
 *
 * The contract has the schemas of the gateway's own HTTP APIs. It uses schemas of services, such as the record of a key, and runs without Node.
 * Compositions are libraries behind a command: they join adapters and services for one task. A composition imports no other composition, and
 * adapters and services import none. Pages are built into one bundle, so their imports are devDependencies.
 */
const mayImport: Record<Kind, readonly Kind[]> = {
  core: ['core'],
  contract: ['core', 'service'],
  adapter: ['core'],
  service: ['core'],
  kit: ['core'],
  composition: ['core', 'contract', 'adapter', 'service'],
  pages: ['core', 'contract', 'adapter', 'service', 'kit'],
  app: ['core', 'contract', 'adapter', 'service', 'kit', 'composition', 'pages'],
  tooling: ['core', 'contract', 'adapter', 'service', 'kit', 'composition', 'tooling'],
}

/** Kinds that tests, benchmarks, configuration and devDependencies may use in addition. */
const mayTestWith: Record<Kind, readonly Kind[]> = {
  core: ['tooling'],
  contract: ['tooling'],
  adapter: ['kit', 'tooling'],
  service: ['kit', 'tooling'],
  kit: ['tooling'],
  composition: ['kit', 'tooling'],
  pages: ['tooling'],
  app: ['tooling'],
  tooling: [],
}

/** Finds every forbidden dependency between packages, in their manifests and in the imports of their files. */
export function checkLayers(from = root): Outcome {
  const all = readWorkspace(from)
  const byName = new Map(all.map((one) => [one.name, one]))
  const portables = new Set(portable(all))
  const problems = all.flatMap((one) => {
    if (one.kind === undefined)
      return [`${one.folder}/turbo.json names no kind. Give it "tags" with one of: ${Object.keys(mayImport).join(', ')}.`]
    return [...manifestProblems(one, one.kind, byName), ...importProblems(from, one, one.kind, byName, portables.has(one))]
  })
  const cycle = findCycle(all, byName)
  if (cycle !== undefined)
    problems.push(`The packages depend on each other in a circle: ${cycle.join(' → ')}. Move what they share to core.`)
  return { problems }
}

function manifestProblems(one: WorkspacePackage, kind: Kind, byName: ReadonlyMap<string, WorkspacePackage>): string[] {
  const edges = [
    ...runtime(one.manifest).map((name) => ({ name, field: 'depends on', allowed: mayImport[kind] })),
    ...development(one.manifest).map((name) => ({
      name,
      field: 'has the devDependency',
      allowed: [...mayImport[kind], ...mayTestWith[kind]],
    })),
  ]
  return edges.flatMap(({ name, field, allowed }) => {
    const target = byName.get(name)
    if (target?.kind === undefined || allowed.includes(target.kind)) return []
    return [`${one.folder}/package.json ${field} ${name}: ${rule(kind, target.kind, allowed)}`]
  })
}

function importProblems(
  from: string,
  one: WorkspacePackage,
  kind: Kind,
  byName: ReadonlyMap<string, WorkspacePackage>,
  isPortable: boolean,
): string[] {
  return sourceFiles(from, one).flatMap((file) => {
    const shipped = file.startsWith(`${one.folder}/src/`)
    const allowed = shipped ? mayImport[kind] : [...mayImport[kind], ...mayTestWith[kind]]
    const declared = shipped && kind !== 'pages' ? runtime(one.manifest) : [...runtime(one.manifest), ...development(one.manifest)]
    return importsOf(join(from, file)).flatMap(({ specifier, line }) => {
      const problem = importProblem(specifier)
      return problem === undefined ? [] : [`${file}:${line} imports ${specifier}: ${problem}`]
    })

    function importProblem(specifier: string): string | undefined {
      if (specifier.startsWith('.')) {
        const target = join(dirname(file), specifier)
        return relative(one.folder, target).startsWith('..') ? 'it is outside of the package. Import the package by its name.' : undefined
      }
      if (isBuiltin(specifier)) {
        return shipped && isPortable ? `${one.name} must also run where there is no Node. Take it as a parameter instead.` : undefined
      }
      const target = byName.get(packageName(specifier))
      if (target?.kind === undefined || target === one) return undefined
      if (shipped && specifier.startsWith(`${target.name}/src/`)) return 'sources of another package are for tests. Export what is needed.'
      if (!allowed.includes(target.kind)) return rule(kind, target.kind, allowed)
      return declared.includes(target.name) ? undefined : `${one.folder}/package.json does not declare it. Add it to its dependencies.`
    }
  })
}

const rule = (kind: Kind, target: Kind, allowed: readonly Kind[]): string =>
  `this makes ${article(kind)} import ${article(target)}; it may import ${allowed.length === 0 ? 'no package of ours' : allowed.join(', ')}.`

const article = (kind: Kind): string =>
  ['core', 'pages', 'tooling'].includes(kind) ? kind : `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`

const sourceFiles = (from: string, { folder }: WorkspacePackage): string[] =>
  globSync([`${folder}/*.ts`, `${folder}/{src,test,bench}/**/*.{ts,tsx}`], { cwd: from }).sort()

const packageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const runtime = (manifest: Manifest): string[] =>
  Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies })

const development = (manifest: Manifest): string[] => Object.keys(manifest.devDependencies ?? {})

function findCycle(all: readonly WorkspacePackage[], byName: ReadonlyMap<string, WorkspacePackage>): string[] | undefined {
  const finished = new Set<string>()
  for (const { name } of all) {
    const cycle = follow(name, [])
    if (cycle !== undefined) return cycle
  }
  return undefined

  function follow(name: string, path: readonly string[]): string[] | undefined {
    const one = byName.get(name)
    if (one === undefined || finished.has(name)) return undefined
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    for (const next of [...runtime(one.manifest), ...development(one.manifest)]) {
      const cycle = follow(next, [...path, name])
      if (cycle !== undefined) return cycle
    }
    finished.add(name)
    return undefined
  }
}
