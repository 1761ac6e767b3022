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

/** First words of comments that hide the subject: what acts, or which thing a field holds. */
const openers = /^\s*(\/\*\*|\*|\/\/) (What|Who|Whose|Those|Such|So|Nothing|None|They|It|Of)\b/

/** How often the words may still stand in a folder, by its path. May only shrink; folders that are not listed have none. */
export type Allowed = Readonly<Record<string, number>>

/** Finds words without a named subject in comments, strings and identifiers of our sources, and at the beginning of comments. */
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
function wordsIn(text: string): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const words = Array.from(line.matchAll(pattern), ([word]) => word)
    const [, mark, opener] = openers.exec(line) ?? []
    if (opener !== undefined && (mark === '/**' || beginsSentence(lines[index - 1] ?? ''))) words.push(opener)
    return words.map((word) => `${index + 1} has "${word}"`)
  })
}

/** @param before - The line before a line of a comment. */
const beginsSentence = (before: string): boolean => !/^\s*(\*|\/\*\*|\/\/) /.test(before) || /[.:!?]$/.test(before)

function problemsOf(folder: string, places: readonly string[], most: number): string[] {
  if (places.length < most)
    return [`${folder} has ${places.length} words without a subject, and ${most} are allowed. Lower the number in the table.`]
  if (places.length === most) return []
  if (most === 0) return places.map((place) => `${place}. Name the subject: the router, the client, the function.`)
  return [`${folder} has ${places.length} words without a subject, and ${most} are allowed. Name the subject at: ${places.join(', ')}`]
}
