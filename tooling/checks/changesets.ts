import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import read from '@changesets/read'
import type { Outcome } from './check.ts'
import { publishable, readWorkspace, root } from './workspace.ts'

/**
 * Checks that the next release is possible: each changeset parses, has a summary and names packages that exist.
 * A released package has its version in its changelog; a new package (0.0.0) has a changeset.
 */
export async function checkChangesets(from = root): Promise<Outcome> {
  const packages = publishable(readWorkspace(from))
  const names = packages.map(({ name }) => name)
  const changesets = await read(from)
  const problems = changesets.flatMap(({ id, summary, releases }) => [
    ...(summary.trim() === '' ? [`.changeset/${id}.md says nothing. Write what changes for a user.`] : []),
    ...releases
      .filter(({ name }) => !names.includes(name))
      .map(({ name }) => `.changeset/${id}.md names ${name}, which is no public package here (have: ${names.join(', ')}).`),
  ])
  const changed = new Set(changesets.flatMap(({ releases }) => releases.map(({ name }) => name)))
  for (const { name, folder, manifest } of packages) {
    const version = manifest.version ?? '0.0.0'
    if (version !== '0.0.0' && !sections(join(from, folder, 'CHANGELOG.md')).includes(version))
      problems.push(`${folder}/CHANGELOG.md has no section "## ${version}". Run "changeset version", or write it.`)
    if (version === '0.0.0' && !changed.has(name))
      problems.push(`${name} was never released and no changeset names it. Run "changeset add".`)
  }
  return { problems }
}

const sections = (path: string): string[] =>
  existsSync(path) ? [...readFileSync(path, 'utf8').matchAll(/^## (\S+)$/gm)].map(([, version]) => version!) : []
