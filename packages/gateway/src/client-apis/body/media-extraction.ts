import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ApiError } from '../../errors/api-error.ts'
import { joinInTurns } from '../../event-loop/joined-bytes.ts'
import { mostInLine, scanRuns, type Run } from './base64-scan.ts'

/**
 * Long runs of base64 (images, documents) that stay outside of what the gateway reads and writes. A name in the same alphabet stands for each, so that it can
 * go anywhere in JSON, at any depth of escapes. Equal runs have equal names.
 */
export interface ExtractedMedia {
  /** How much memory they hold, in bytes. */
  readonly bytes: number
  /** A body with each run in its place, in pieces. Nothing is copied. */
  restore(body: Buffer): readonly Buffer[]
}

/** By the bodies that were read without them. */
const extracted = new WeakMap<Buffer, ExtractedMedia>()

/** The runs that were taken out of a body. Undefined: there were none. */
export const mediaOf = (body: Buffer): ExtractedMedia | undefined => extracted.get(body)

/**
 * Takes long runs of base64 out of a large body, a block in each turn of the event loop.
 *
 * @param most - Bytes that may be left.
 * @returns The body without the runs, which `mediaOf` gives for it. A refusal with status 413 if more than `most` bytes are left.
 */
export async function extractMedia(blocks: readonly Buffer[], most: number): Promise<Buffer | ApiError> {
  const scan = scanRuns()
  for (const [index, block] of blocks.entries()) {
    if (index > 0) await nextTurn()
    scan.push(block)
    if (scan.left() > most) return tooMuchText(most)
  }
  const rest: Buffer[] = []
  const runs = new Map<string, Medium>()
  let end = 0
  for (const run of scan.runs) {
    const head = headOf(run, blocks)
    if (head === undefined) continue
    await nextTurn()
    const pieces = between(blocks, run.start + head.length, run.end)
    const name = await nameOf(pieces, run.letters - lettersOf(head).length)
    const key = name.slice(0, keyLength)
    runs.set(key, { name, pieces, hasBreaks: run.hasBreaks, count: (runs.get(key)?.count ?? 0) + 1 })
    rest.push(...between(blocks, end, run.start + head.length), Buffer.from(name))
    end = run.end
  }
  rest.push(...between(blocks, end, Infinity))
  if (lengthOf(rest) > most) return tooMuchText(most)
  await nextTurn()
  const body = await joinInTurns(rest)
  const held = Array.from(runs.values(), ({ pieces }) => lengthOf(pieces)).reduce((sum, length) => sum + length, 0)
  if (runs.size > 0) extracted.set(body, { bytes: held, restore: (bytes) => restoreMedia(bytes, runs) })
  return body
}

interface Medium {
  /** What stands for it. */
  name: string
  pieces: readonly Buffer[]
  hasBreaks: boolean
  /** How often it was taken out. */
  count: number
}

/**
 * The beginning of a run, which stays: by it the kind of a value is known, and that it is too long for a name.
 *
 * @returns Undefined where all of the run stays, as the gateway reads it: what it has sealed itself, and whatever is no media, which some formats want decoded.
 */
function headOf({ start }: Run, blocks: readonly Buffer[]): Buffer | undefined {
  const found = Buffer.concat(between(blocks, start, start + headLength))
  // Never between an escape and its slash.
  const head = found.at(-1) === backslash ? found.subarray(0, -1) : found
  const isSealed = Buffer.concat([...between(blocks, Math.max(0, start - sealed.length - 1), start), head]).includes(sealed)
  return isSealed || !isMedia(Buffer.from(lettersOf(head), 'base64')) ? undefined : head
}

const headLength = 1024

/** In what `@reason/seals` writes, near its beginning. */
const sealed = 'rsn1'

/** First bytes of images, documents, audio and video, and where they stand. */
const signatures: readonly [number, string][] = [
  [0, '\x89PNG'],
  [0, '\xff\xd8\xff'],
  [0, 'GIF8'],
  [0, 'RIFF'],
  [0, 'BM'],
  [0, 'II*\0'],
  [0, 'MM\0*'],
  [4, 'ftyp'],
  [0, '%PDF'],
  [0, 'PK\x03\x04'],
  [0, '\xd0\xcf\x11\xe0'],
  [0, 'ID3'],
  ...['\xfb', '\xf3', '\xf2', '\xf1', '\xf9'].map((second): [number, string] => [0, `\xff${second}`]),
  [0, 'OggS'],
  [0, 'fLaC'],
  [0, '\x1aE\xdf\xa3'],
]

/** A file of text may begin with the same letters. */
function isMedia(bytes: Buffer): boolean {
  return signatures.some(([at, text]) => bytes.subarray(at, at + text.length).toString('latin1') === text) && !isText(bytes)
}

function isText(bytes: Buffer): boolean {
  // The last character may be cut.
  const isWhole = [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)))
  return isWhole && bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
}

/** As long as the run but for a multiple of four: by the rest some values are known to be damaged. */
async function nameOf(pieces: readonly Buffer[], letters: number): Promise<string> {
  const hash = createHash('sha256')
  for (const [index, piece] of pieces.entries()) {
    // Pieces have a megabyte at most.
    if (index % 8 === 7) await nextTurn()
    hash.update(piece)
  }
  const key = prefix + hash.digest('hex')
  return key + 'A'.repeat((((letters - keyLength) % 4) + 4) % 4)
}

const prefix = 'rsnrun0'
const keyLength = prefix.length + 64

/** A format may write a value twice. */
const mostCopies = 2

/** How many places are looked at that only look like a name. */
const mostOthers = 1000

/**
 * A client may write names of its own runs, also hidden by escapes. So each stands for its run a bounded number of times, as a whole; what is beyond
 * that stays what the client wrote.
 */
function restoreMedia(body: Buffer, runs: ReadonlyMap<string, Medium>): readonly Buffer[] {
  const all: Buffer[] = []
  const left = new Map(Array.from(runs, ([key, { count }]) => [key, count * mostCopies]))
  let others = 0
  let from = 0
  for (let at = body.indexOf(prefix); at !== -1 && others < mostOthers; at = body.indexOf(prefix, Math.max(from, at + 1))) {
    const key = body.toString('latin1', at, at + keyLength)
    const run = runs.get(key)
    const copies = left.get(key) ?? 0
    if (run === undefined || copies === 0 || body.toString('latin1', at, at + run.name.length) !== run.name) {
      others++
      continue
    }
    left.set(key, copies - 1)
    all.push(body.subarray(from, at), ...(run.hasBreaks && isDeeper(body, at) ? [withoutBreaks(run.pieces)] : run.pieces))
    from = at + run.name.length
  }
  return [...all, body.subarray(from)]
}

/** The bytes from one place to another, in pieces. */
function between(blocks: readonly Buffer[], from: number, to: number): Buffer[] {
  const found: Buffer[] = []
  let before = 0
  for (const block of blocks) {
    const piece = block.subarray(Math.max(0, from - before), Math.max(0, Math.min(block.length, to - before)))
    if (piece.length > 0) found.push(piece)
    before += block.length
  }
  return found
}

const lengthOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, piece) => sum + piece.length, 0)

const lettersOf = (raw: Buffer): string => raw.toString('latin1').replaceAll(/\\[nr]?/g, '')

/** A run without its line breaks. Where a format puts JSON into a string, the escapes of a break would be too few. */
const withoutBreaks = (pieces: readonly Buffer[]): Buffer => Buffer.from(lettersOf(Buffer.concat(pieces)), 'latin1')

/** Whether the head that ends at `to` has line breaks with more than one backslash. */
function isDeeper(body: Buffer, to: number): boolean {
  return /\\\\[nr][^\\]*$/.test(body.toString('latin1', Math.max(0, to - mostInLine), to))
}

const backslash = 0x5c

const tooMuchText = (most: number): ApiError => ({
  status: 413,
  type: 'invalid_request_error',
  code: null,
  message: `The body has more than ${most} bytes beside media in base64. Send less text, or raise the limit of the gateway to more than four times as many (--body-limit, in an app: bodyLimit).`,
})
