import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { badRequest, type ApiError } from '../../errors/api-error.ts'
import { joinInTurns } from '../../event-loop/joined-bytes.ts'
import { mostInLine, scanRuns, type Base64Run } from './base64-scan.ts'
import { backslash } from '../../structures/json-characters.ts'
import { nextTurn } from '../../event-loop/slices.ts'

/**
 * Long runs of base64 (images, documents) that are kept apart from the JSON that the gateway reads and writes. A placeholder in the same
 * alphabet replaces each, so that it survives any depth of escapes in JSON. Equal runs have equal placeholders.
 */
export interface ExtractedMedia {
  /** Memory that the runs hold, in bytes. */
  readonly bytes: number
  /** Returns a body with its runs restored, in pieces. Nothing is copied. */
  restore(body: Buffer): readonly Buffer[]
}

/** Media by the body from which they were extracted. */
const extracted = new WeakMap<Buffer, ExtractedMedia>()

/** Media extracted from a body. Undefined: none. */
export const mediaOf = (body: Buffer): ExtractedMedia | undefined => extracted.get(body)

/**
 * Extracts long runs of base64 from a large body, one block per turn of the event loop.
 *
 * @param most - Bytes that may remain.
 * @returns The body without the runs, for which `mediaOf` returns them. A 413 error if more than `most` bytes remain.
 */
export async function extractMedia(blocks: readonly Buffer[], most: number): Promise<Buffer | ApiError> {
  const scan = scanRuns()
  for (const block of blocks) {
    await nextTurn()
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
  /** Placeholder for the run. */
  name: string
  pieces: readonly Buffer[]
  hasBreaks: boolean
  /** Number of times that the run was extracted. */
  count: number
}

/**
 * The beginning of a run, which stays in the body. Readers detect the type of a value by it, and that it is too long for a name.
 *
 * @returns Undefined if the whole run stays, because the gateway reads it: its own seals, and data other than media, which some formats
 * need decoded.
 */
function headOf({ start }: Base64Run, blocks: readonly Buffer[]): Buffer | undefined {
  const found = Buffer.concat(between(blocks, start, start + headLength))
  // Never cuts between a backslash and its slash.
  const head = found.at(-1) === backslash ? found.subarray(0, -1) : found
  const isSealed = Buffer.concat([...between(blocks, Math.max(0, start - sealed.length - 1), start), head]).includes(sealed)
  return isSealed || !isMedia(Buffer.from(lettersOf(head), 'base64')) ? undefined : head
}

const headLength = 1024

/** Prefix near the beginning of a sealed value of `@reason/seals`. */
const sealed = 'rsn1'

/** Offsets and first bytes of images, documents, audio and video. */
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

/** True for media. A text file may begin with the same bytes as media. */
function isMedia(bytes: Buffer): boolean {
  return signatures.some(([at, text]) => bytes.subarray(at, at + text.length).toString('latin1') === text) && !isText(bytes)
}

function isText(bytes: Buffer): boolean {
  // The last character may be incomplete.
  const isWhole = [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)))
  return isWhole && bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
}

/** Placeholder of a run. It has the run's length modulo 4, by which formats detect damaged base64. */
async function nameOf(pieces: readonly Buffer[], letters: number): Promise<string> {
  const hash = createHash('sha256')
  for (const [index, piece] of pieces.entries()) {
    // Pieces have at most one megabyte each.
    if (index % 8 === 7) await nextTurn()
    hash.update(piece)
  }
  const key = prefix + hash.digest('hex')
  return key + 'A'.repeat((((letters - keyLength) % 4) + 4) % 4)
}

const prefix = 'rsnrun0'
const keyLength = prefix.length + 64

/** Most copies of a value that a format may write. */
const mostCopies = 2

/** Most lookalikes of placeholders that are examined. */
const mostOthers = 1000

/**
 * Restores runs in a body. A client may write placeholders itself, even hidden by escapes. So each placeholder is only replaced as a whole,
 * and a bounded number of times; the rest stays as the client wrote it.
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

/** The bytes from one offset to another, in pieces. */
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

/** A run without its line breaks. If a format puts JSON into a string, the escapes of a line break would have too few backslashes. */
const withoutBreaks = (pieces: readonly Buffer[]): Buffer => Buffer.from(lettersOf(Buffer.concat(pieces)), 'latin1')

/** True if the head before `to` has line breaks with more than one backslash. */
function isDeeper(body: Buffer, to: number): boolean {
  return /\\\\[nr][^\\]*$/.test(body.toString('latin1', Math.max(0, to - mostInLine), to))
}

const tooMuchText = (most: number): ApiError =>
  badRequest(
    `The body has more than ${most} bytes beside media in base64. Send less text, or raise the limit of the gateway to more than four times as many (--body-limit, in an app: bodyLimit).`,
    null,
    null,
    413,
  )
