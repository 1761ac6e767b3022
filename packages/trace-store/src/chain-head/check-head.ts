import { breakOf } from './head-keeper.ts'
import { headProblem, readHeadFile, type ReadHead } from './head-file.ts'
import type { SignedHead } from './head.ts'

/** A link that the chain must contain, and the name of its source in problems. */
export interface ExpectedLink {
  links: number
  head: string
  by: string
}

/** Result of reading the head, before the chain is walked. */
export interface HeadCheck {
  head: SignedHead | undefined
  expected: ExpectedLink[]
  /** Problems with the head. @param links - Actual length of the chain. */
  problems(links: number): string[]
  /** Remarks that are no sign of tampering. */
  notes(links: number): string[]
}

/** Reads the head. Call it before walking the chain, which only grows. */
export async function checkHead({ path, keys }: { path: string; keys: readonly string[] }): Promise<HeadCheck> {
  const read = await readHeadFile(path, keys)
  const head = read.state === 'signed' || read.state === 'unchecked' ? read.head : undefined
  return {
    head,
    expected: head === undefined || head.links === 0 ? [] : [{ links: head.links, head: head.head, by: `the head ${path}` }],
    problems: (links) => problemsOf(path, read, links),
    notes: (links) => notesOf(path, read, links),
  }
}

function problemsOf(path: string, read: ReadHead, links: number): string[] {
  if (read.state === 'damaged' || read.state === 'foreign') return [headProblem(path, read.state)]
  if (read.state !== 'missing') return [breakOf(read.head)].filter((problem) => problem !== undefined)
  if (links === 0) return []
  return [
    `The head of the chain, ${path}, is missing: it is unknown whether the newest links were removed with their traces. ` +
      'Put a copy back. Where there never was one, a gateway that writes to this chain makes one.',
  ]
}

function notesOf(path: string, read: ReadHead, links: number): string[] {
  if (!('head' in read)) return []
  const { since, links: vouched } = read.head
  const behind = Math.max(0, links - vouched)
  return [
    ...(read.state === 'unchecked' ? [`No key was given: whether the head ${path} was signed by the gateway is not checked.`] : []),
    ...(since.links === 0
      ? []
      : [
          `The head began on ${new Date(since.at).toISOString()} at link ${since.links}: it is unknown whether newer links were removed before.`,
        ]),
    ...(behind === 0
      ? []
      : [
          `The head does not cover the newest ${behind === 1 ? 'link' : `${behind} links`} yet: a process stopped before it wrote the head, or has no key. The next write adds them.`,
        ]),
  ]
}
