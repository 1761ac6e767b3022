import read from '@changesets/read'
import type { Outcome } from './check.ts'
import { publishable, readWorkspace, root } from './workspace.ts'

/** The next release can be made: each note parses and names packages that exist, and no new package is without one. */
export async function checkChangesets(): Promise<Outcome> {
  const names = new Map(publishable(readWorkspace()).map(({ name, manifest }) => [name, manifest]))
  const changesets = await read(root)
  const problems = changesets.flatMap(({ id, summary, releases }) => [
    ...(summary.trim() === '' ? [`.changeset/${id}.md says nothing. Write what changes for a user.`] : []),
    ...releases
      .filter(({ name }) => !names.has(name))
      .map(({ name }) => `.changeset/${id}.md names ${name}, which is no public package here (have: ${[...names.keys()].join(', ')}).`),
  ])
  const released = new Set(changesets.flatMap(({ releases }) => releases.map(({ name }) => name)))
  for (const [name, { version }] of names) {
    if (version === '0.0.0' && !released.has(name))
      problems.push(`${name} was never released and no changeset names it. Run "changeset add".`)
  }
  return { problems }
}
