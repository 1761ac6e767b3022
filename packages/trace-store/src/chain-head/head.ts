import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { genesis } from '../chain/chain.ts'
import type { ChainEnd } from '../chain/chain-end.ts'

const position = z.int().check(z.nonnegative())
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** A link that a head covered, but the chain does not contain any more. */
const chainBreak = z.strictObject({
  /** Position and hash of the link. */
  links: position,
  head: hash,
  /** Length of the chain at that time, and the time in Unix milliseconds. */
  found: position,
  at: position,
})

const chainHead = z.strictObject({
  version: z.literal(1),
  /** Length of the chain, and hash of its last link. */
  links: position,
  head: hash,
  /** Time of writing, in Unix milliseconds. */
  at: position,
  /** Length and time when the head was first created. Links removed before are unknown. */
  since: z.strictObject({ links: position, at: position }),
  /** The first 100 breaks. */
  breaks: z.array(chainBreak).check(z.maxLength(100)),
})

const signedHead = z.extend(chainHead, { mac: hash })

/** The end of a chain, stored apart from its rows, so that removing the newest link with its trace is detected. */
export type ChainHead = z.output<typeof chainHead>
/** The end of a chain with its signature, as the file has it. */
export type SignedHead = z.output<typeof signedHead>

const maxBreaks = 100

/** The head after `before`. The same object if nothing has changed. */
export function nextHead(before: ChainHead | undefined, { before: link, last }: ChainEnd, at: number): ChainHead {
  const links = last?.position ?? 0
  const head = last?.link ?? genesis
  if (before === undefined) return { version: 1, links, head, at, since: { links, at }, breaks: [] }
  const isBroken = before.links > 0 && link !== before.head
  if (!isBroken && before.links === links) return before
  const found = { links: before.links, head: before.head, found: links, at }
  return { ...before, links, head, at, breaks: isBroken ? [...before.breaks, found].slice(0, maxBreaks) : before.breaks }
}

/** @param key - A secret of the operator. The signature is useless elsewhere. */
export const signHead = (head: ChainHead, key: string): SignedHead => ({ ...head, mac: macOf(head, key) })

/** @returns Undefined for a text that is not a head. */
export function parseHead(text: string): SignedHead | undefined {
  try {
    return signedHead.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export function isSignedBy({ mac, ...head }: SignedHead, keys: readonly string[]): boolean {
  return keys.some((key) => timingSafeEqual(Buffer.from(macOf(head, key)), Buffer.from(mac)))
}

function macOf({ version, links, head, at, since, breaks }: ChainHead, key: string): string {
  const own = createHmac('sha256', key).update('reason.trace-store.chain-head').digest()
  const said = [version, links, head, at, since.links, since.at, breaks.map((one) => [one.links, one.head, one.found, one.at])]
  return createHmac('sha256', own).update(JSON.stringify(said)).digest('hex')
}
