import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'
import type { Outcome } from './check.ts'
import { readManifest, readWorkspace, root } from './workspace.ts'

/** Checks that pnpm and the npm packages of Node have the version of `.nvmrc`, and that every package supports it. */
export function checkNodeVersions(from = root): Outcome {
  const text = (file: string): string => (existsSync(join(from, file)) ? readFileSync(join(from, file), 'utf8') : '')
  const version = text('.nvmrc').trim()
  if (!/^\d+\.\d+\.\d+$/.test(version)) return { problems: [`.nvmrc has "${version}". Write a whole version: 24.21.0.`] }

  const { optionalDependencies = {} } = readManifest(join(from, 'package.json'))
  const places: [string, string | undefined][] = [
    ['pnpm-workspace.yaml: nodeVersion', /^nodeVersion: *(\S+)$/m.exec(text('pnpm-workspace.yaml'))?.[1]],
    ...Object.entries(optionalDependencies)
      .filter(([name]) => name.startsWith('node-'))
      .map(([name, found]): [string, string] => [`package.json: optionalDependencies.${name}`, found]),
  ]
  return {
    problems: [
      ...places
        .filter(([, found]) => found !== version)
        .map(([place, found]) => `${place} is ${found ?? 'missing'}, and .nvmrc has ${version}. Write one version in all places.`),
      ...readWorkspace(from).flatMap(({ folder, manifest }) => {
        const range = manifest.engines?.node
        return range === undefined || satisfies(version, range)
          ? []
          : [`${folder}/package.json needs Node ${range}, and .nvmrc has ${version}.`]
      }),
    ],
  }
}
