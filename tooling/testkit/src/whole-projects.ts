import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A project whose tests take samples. */
export interface SampledProject {
  name: string
  folder: string
}

/**
 * Selects the projects that take every case: the changed ones, and every eighth. The commit's hash chooses where the eighths begin, so that
 * each project has its turn.
 * @param changed - Changed paths, relative to the root of the repository.
 * @param commit - Hash of the commit, in hexadecimal digits.
 */
export function wholeProjects(projects: readonly SampledProject[], changed: readonly string[], commit: string): string[] {
  const turn = Number.parseInt(commit.slice(0, 8), 16) % Math.min(8, projects.length)
  return projects
    .filter(({ folder }, index) => index % 8 === turn || changed.some((path) => path.startsWith(`${folder}/`)))
    .map(({ name }) => name)
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const git = (...args: string[]): string[] => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n')

function sampledProjects(): SampledProject[] {
  const files = globSync('{packages,apps,tooling}/*/{test/**/*.ts,vitest.config.ts}', {
    cwd: root,
    exclude: ['**/node_modules/**', 'tooling/testkit/**'],
  })
  const sampling = files.filter((file) => /@reason\/testkit\/sampling|\bturns:/.test(readFileSync(`${root}/${file}`, 'utf8')))
  const folders = [...new Set(sampling.map((file) => file.split('/', 2).join('/')))].toSorted()
  return folders.map((folder) => ({ folder, name: folder.split('/')[1]! }))
}

// Prints the names for REASON_TEST_ALL. In a shallow clone, its only commit changes every file.
if (import.meta.main) {
  const [commit = ''] = git('rev-parse', 'HEAD')
  const changed = git('log', '-1', '-m', '--first-parent', '--name-only', '--format=', 'HEAD')
  process.stdout.write(`${wholeProjects(sampledProjects(), changed, commit).join(',')}\n`)
}
