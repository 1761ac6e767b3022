import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { isCommitted, root } from './examples.ts'

const files = globSync(['*.md', '{docs,deploy}/**/*.md', '{apps,packages,tooling}/*/README.md'], { cwd: root })
  .filter(isCommitted)
  .toSorted()

/** Text in fences and between backticks is no link. */
const proseOf = (file: string): string =>
  readFileSync(join(root, file), 'utf8')
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''))

/** Anchors as they are made of headings: small letters, no punctuation, hyphens for spaces, and a number where one comes again. */
function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading] of proseOf(file).matchAll(/^#+ (.+)$/gm)) {
    const text = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = text.replaceAll(/[^\p{L}\p{N}\- _]/gu, '').replaceAll(' ', '-')
    let unique = anchor
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`
    anchors.add(unique)
  }
  return anchors
}

function deadLinksOf(file: string): string[] {
  return [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
    if (/^[a-z]+:/.test(link!)) return []
    const [path = '', anchor] = link!.split('#')
    const target = path === '' ? file : normalize(join(dirname(file), path))
    if (!existsSync(join(root, target))) return [link!]
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor) ? [link!] : []
  })
}

it('finds pages with links', () => expect(files.filter((file) => /\]\(/.test(proseOf(file))).length).toBeGreaterThan(10))

it.each(files)('%s links to what is there', (file) => expect(deadLinksOf(file)).toEqual([]))
