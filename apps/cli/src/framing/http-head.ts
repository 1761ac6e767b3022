import { Buffer } from 'node:buffer'
import { inputError } from '../cli-error.ts'
import { isUtf16 } from '../split/binary.ts'
import { createTextDecoder } from '../text-decoder.ts'
import type { BodyFraming } from './framing.ts'

/** What came before a body that was saved with its head, as `curl -i` does. */
export interface HttpHead {
  status: number
  /** As its content type says. Absent: it says nothing of it. */
  framing?: BodyFraming
}

export interface Opened {
  /** Of several (a proxy, `100 Continue`, redirections) the last. Absent: there is none. */
  head?: HttpHead
  /** What comes behind it. */
  bytes: AsyncGenerator<Uint8Array, void, void>
}

export const leftOut = ({ status }: HttpHead): string => `the head of HTTP above it (${status}) is left out; --wire none takes it as text`

/** Servers take no longer ones. */
const mostBytes = 256 * 1024

/**
 * Takes the heads of HTTP away from the beginning of an input. What cannot be one waits for nothing.
 *
 * @param name - Of the input, for messages.
 * @throws {CliError} When its body is in chunks, as they were sent.
 */
export async function openBody(input: AsyncGenerator<Uint8Array, void, void>, name: string): Promise<Opened> {
  const seen: Uint8Array[] = []
  let length = 0
  let found: Heads = { isWhole: false, end: 0 }
  for (let next = await input.next(); next.done !== true; next = await input.next()) {
    seen.push(next.value)
    length += next.value.length
    found = headsIn(textOf(Buffer.concat(seen)))
    if (found.isWhole || length > mostBytes) break
  }
  const { end, last } = found
  if (last === undefined) return { bytes: chain(seen, input) }
  const wide = isUtf16(Buffer.concat(seen))
  const bytes = wide ? asUtf8(chain(seen, input), end) : chain([Buffer.concat(seen).subarray(end)], input)
  const { status, fields } = last
  const framing = framingOfType(fields.get('content-type'))
  const opened = { head: { status, ...(framing !== undefined && { framing }) }, bytes }
  return fields.get('transfer-encoding')?.toLowerCase().includes('chunked') ? { ...opened, bytes: notInChunks(bytes, name) } : opened
}

/** A byte is a character, but where PowerShell wrote it. */
const textOf = (head: Buffer): string => (isUtf16(head) ? createTextDecoder().push(head) : head.toString('latin1'))

interface Heads {
  /** No further one can come. */
  isWhole: boolean
  /** Where the last one ends. */
  end: number
  last?: { status: number; fields: ReadonlyMap<string, string> }
}

const mark = '\u00EF\u00BB\u00BF'
const statusLine = /HTTP\/\d(?:\.\d)? (\d{3})(?: [^\r\n]*)?\r?\n/y
const field = /([!#$%&'*+.^_`|~\w-]+):[\t ]*([^\r\n]*)\r?\n/y
const emptyLine = /\r?\n/y

export function headsIn(text: string): Heads {
  const found: Heads = { isWhole: true, end: 0 }
  for (let at = text.startsWith(mark) ? mark.length : 0; ;) {
    const first = lineAt(statusLine, text, at)
    if (first === undefined) return { ...found, isWhole: !canBecome(text.slice(at)) }
    const fields = new Map<string, string>()
    at += first[0].length
    for (let line = lineAt(field, text, at); line !== undefined; line = lineAt(field, text, at)) {
      fields.set(line[1]!.toLowerCase(), line[2]!)
      at += line[0].length
    }
    const blank = lineAt(emptyLine, text, at)
    // Another line, or the rest of one that is cut.
    if (blank === undefined) return { ...found, isWhole: text.includes('\n', at) }
    at += blank[0].length
    found.end = at
    found.last = { status: Number(first[1]), fields }
  }
}

/** A status line may be cut anywhere. */
const canBecome = (text: string): boolean => 'HTTP/'.startsWith(text) || /^HTTP\/[\d.]{0,3}(?:$| \d{0,3}(?:$|[ \r][^\n]*$))/.test(text)

function lineAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

const framings: readonly [type: RegExp, framing: BodyFraming][] = [
  [/^text\/event-stream/i, 'sse'],
  [/^application\/(?:x-)?(?:ndjson|jsonl|json-lines)/i, 'ndjson'],
  [/^application\/vnd\.amazon\.eventstream/i, 'aws-eventstream'],
  [/^application\/(?:[\w.-]+\+)?json/i, 'json'],
]

const framingOfType = (type = ''): BodyFraming | undefined => framings.find(([pattern]) => pattern.test(type))?.[1]

async function* chain(seen: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  for (const piece of seen) if (piece.length > 0) yield piece
  yield* rest
}

/** @param from - Characters that are left out at the beginning. */
async function* asUtf8(input: AsyncIterable<Uint8Array>, from: number): AsyncGenerator<Uint8Array, void, void> {
  const decoder = createTextDecoder()
  let left = from
  for await (const piece of input) yield* rest(decoder.push(piece))
  yield* rest(decoder.end())

  function* rest(text: string): Generator<Uint8Array> {
    const skipped = Math.min(left, text.length)
    left -= skipped
    if (skipped < text.length) yield Buffer.from(text.slice(skipped))
  }
}

/** `curl` takes a body out of its chunks, and leaves the field that speaks of them, unless it is told not to. */
async function* notInChunks(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array, void, void> {
  let start = ''
  for await (const piece of bytes) {
    if (start.length < 20) start += Buffer.from(piece).toString('latin1', 0, 20)
    if (/^[\da-f]+(?:;[^\r\n]*)?\r\n/i.test(start)) {
      throw inputError(
        `${name} has its body in chunks, as they were sent (curl --raw). Record it without --raw, which takes it out of them.`,
      )
    }
    yield piece
  }
}
