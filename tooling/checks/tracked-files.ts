import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Outcome } from './check.ts'
import { root } from './workspace.ts'

/** Texts that belong to one machine or network, and do not belong in the repository. */
const patterns: { what: string; pattern: RegExp }[] = [
  {
    what: 'a registry host',
    pattern: /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.\w+|\bnpm\.pkg\.github\.com|\b(?:deb|security)\.debian\.org/,
  },
  { what: 'a resolved download address', pattern: /^\s*(?:resolved|tarball):? +"?https?:/m },
  { what: 'a path of a machine', pattern: /(?<![\w.~:@/-])\/(?:home\/[a-z][\w-]*|Users\/\w+|root|work|farm|builds)\/[\w.-]+/ },
]

/** Checks that no tracked or untracked file (except ignored ones) contains a registry host or a path of a machine. */
export function checkTrackedFiles(): Outcome {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
  const here = [root, homedir()].filter((path) => path.split('/').length > 2)
  return { problems: files.flatMap((file) => foreignText(readFileSync(join(root, file), 'utf8'), here).map((found) => `${file}${found}`)) }
}

/** @returns `:line has what: "text"` for each match. */
export function foreignText(text: string, here: readonly string[]): string[] {
  const literal = here.flatMap((path) =>
    text.includes(path) ? [{ what: 'a path of this machine', at: text.indexOf(path), found: path }] : [],
  )
  const matched = patterns.flatMap(({ what, pattern }) => {
    const match = pattern.exec(text)
    return match === null ? [] : [{ what, at: match.index, found: match[0].trim() }]
  })
  return [...literal, ...matched].map(
    ({ what, at, found }) => `:${text.slice(0, at).split('\n').length} has ${what}: "${found}". Take it out.`,
  )
}
