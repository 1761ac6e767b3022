import type { Family } from './families/family.ts'
import { families } from './families/index.ts'

/** What counts where nothing is known of the model: common tags, and the tokens of families whose tokens are never prose. */
export interface CommonDelimiters {
  openers: readonly string[]
  closers: readonly string[]
  /** For openers without a mirror image: what ends their blocks. */
  closersOf: ReadonlyMap<string, readonly string[]>
  toolOpeners: readonly string[]
  toolClosers: readonly string[]
  wrappers: readonly string[]
}

/** Ordinary words in tags that mean reasoning nearly everywhere. */
const tags = ['<think>', '<thinking>', '<thought>', '<reasoning>'] as const

/** `<think>` to `</think>`, `[THINK]` to `[/THINK]`. */
export const mirrored = (tag: string): string => `${tag.charAt(0)}/${tag.slice(1)}`

export const common: CommonDelimiters = collect(families.filter(({ special }) => special === true))

function collect(special: readonly Family[]): CommonDelimiters {
  const mirrors = tags.map(mirrored)
  const closersOf = new Map<string, readonly string[]>()
  const closers = new Set(mirrors)
  const toolOpeners = new Set<string>()
  const toolClosers = new Set<string>()
  const wrappers = new Set<string>()
  for (const { options } of special) {
    const ends = literalsOf(options.endTag).filter((tag) => !mirrors.includes(tag))
    for (const opener of literalsOf(options.startTag)) {
      if ((tags as readonly string[]).includes(opener)) continue
      // A label belongs to the opener here, where there is more than one kind of them.
      if (options.startLabel !== undefined) closersOf.set(opener + options.startLabel, ends)
      closersOf.set(opener, ends)
    }
    for (const tag of ends) closers.add(tag)
    for (const tag of literalsOf(options.toolOpeners)) toolOpeners.add(tag)
    for (const tag of literalsOf(options.toolClosers)) toolClosers.add(tag)
    for (const tag of literalsOf(options.contentStrip)) wrappers.add(tag)
  }
  return {
    openers: [...tags, ...closersOf.keys()],
    closers: [...closers],
    closersOf,
    toolOpeners: [...toolOpeners],
    toolClosers: [...toolClosers],
    wrappers: [...wrappers],
  }
}

function literalsOf(value: Family['options']['startTag']): string[] {
  return [value ?? []].flat().filter((tag) => typeof tag === 'string')
}
