import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from './check.ts'
import { root } from './workspace.ts'

const forbidden = ['whoever', 'whomever', 'nobody', 'somebody', 'anybody']

const capitalised = forbidden.map((word) => word[0]!.toUpperCase() + word.slice(1))

/** Whole words, and words of an identifier in camel case: `nobodyLeft`, `askSomebody`. */
const pattern = new RegExp(
  `(?<![A-Za-z])(?:${[...forbidden, ...capitalised].join('|')})(?![a-z])|(?<=[a-z\\d])(?:${capitalised.join('|')})(?![a-z])`,
  'g',
)

/** How often the words may still stand in a folder, by its path. May only shrink; folders that are not listed have none. */
export type Allowed = Readonly<Record<string, number>>

/** Finds words without a named subject in comments, strings and identifiers of our sources: they hide which part of the program acts. */
export function checkSourceWords(allowed: Allowed, from = root): Outcome {
  const found = new Map<string, string[]>(Object.keys(allowed).map((folder) => [folder, []]))
  for (const file of globSync('{packages,apps}/*/src/**/*.{ts,tsx,css}', { cwd: from }).sort()) {
    const folder = file.slice(0, file.indexOf('/src/') + '/src'.length)
    const places = found.get(folder) ?? []
    places.push(...wordsIn(readFileSync(join(from, file), 'utf8')).map((place) => `${file}:${place}`))
    found.set(folder, places)
  }
  return { problems: [...found].flatMap(([folder, places]) => problemsOf(folder, places, allowed[folder] ?? 0)) }
}

/** @returns `line has "word"` for each find. */
const wordsIn = (text: string): string[] =>
  text.split('\n').flatMap((line, index) => Array.from(line.matchAll(pattern), ([word]) => `${index + 1} has "${word}"`))

function problemsOf(folder: string, places: readonly string[], most: number): string[] {
  if (places.length < most)
    return [`${folder} has ${places.length} words without a subject, and ${most} are allowed. Lower the number in the table.`]
  if (places.length === most) return []
  if (most === 0) return places.map((place) => `${place}. Name the subject: the router, the client, the function.`)
  return [`${folder} has ${places.length} words without a subject, and ${most} are allowed. Name the subject at: ${places.join(', ')}`]
}
