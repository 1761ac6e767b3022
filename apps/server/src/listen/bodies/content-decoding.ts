import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress, type ZlibOptions } from 'node:zlib'
import { createBodyBlocks } from './body-blocks.ts'
import type { BodyPlace } from './body-memory.ts'

type Decoder = (options: Pick<ZlibOptions, 'chunkSize'>) => Transform

/** Decoders by their names in `content-encoding`. Codex sends zstd. */
const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['zstd', createZstdDecompress],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
])

/**
 * Decompresses a body, and removes a byte order mark, which JSON parsers reject.
 *
 * @param encoding - `content-encoding` of the body. Without one, or with `identity`, the body is not decompressed.
 * @param limit - Maximum decompressed size in bytes.
 * @param place - The request's memory account.
 * @param done - Called once. Its error has a `statusCode`: 413 for a body over the limit, 415 for an unknown encoding, 400 for bytes that do not decompress,
 * 503 if there is no room.
 */
export type DecodeBody = (
  encoding: string | undefined,
  blocks: readonly Buffer[],
  limit: number,
  place: BodyPlace,
  done: (error: Error | null, blocks?: readonly Buffer[]) => void,
) => void

/** Concurrent decompressions. Each takes one of Node's four pool threads. */
const mostRunning = 2

/** Maximum ratio of decompressed to compressed size. JSON reaches about 10; decompression bombs reach 1000. */
const mostRatio = 100

/** Bytes of output per step. */
const pieceSize = 65_536

/** The ratio does not apply below this size, in bytes. */
const always = 1_048_576

export function createBodyDecoder(): DecodeBody {
  let running = 0
  const waiting: (() => void)[] = []
  return decodeBody

  function decodeBody(...[encoding, blocks, limit, place, done]: Parameters<DecodeBody>): void {
    const name = encoding?.trim().toLowerCase() ?? ''
    if (name === '' || name === 'identity') return done(null, withoutMark(blocks))
    const decoder = decoders.get(name)
    if (decoder === undefined) {
      const known = [...decoders.keys()].join(', ')
      return done(refusal(415, `The body's content-encoding is ${JSON.stringify(encoding)}. Send it as it is, or as one of: ${known}.`))
    }
    const length = blocks.reduce((sum, block) => sum + block.length, 0)
    const most = Math.max(always, length * mostRatio)
    whenFree((over) => {
      const decoded = createBodyBlocks(Math.min(limit, most), place, length)
      const stream = decoder({ chunkSize: pieceSize })
      let isOver = false
      stream.on('data', (piece: Buffer) => {
        const refused = decoded.push(piece)
        if (refused === undefined) return
        const isTooLarge = (refused as { statusCode?: number }).statusCode === 413
        end(isTooLarge && most < limit ? refusal(413, tooSmall(name, length)) : refused)
      })
      stream.on('error', (error) => end(refusal(400, notEncoded(name, error))))
      stream.on('end', () => end(null))
      for (const block of blocks) stream.write(block)
      stream.end()

      function end(error: Error | null): void {
        if (isOver) return
        isOver = true
        stream.destroy()
        over()
        done(error, error === null ? withoutMark(decoded.all()) : undefined)
      }
    })
  }

  function whenFree(work: (over: () => void) => void): void {
    if (running >= mostRunning) return void waiting.push(() => whenFree(work))
    running++
    work(() => {
      running--
      waiting.shift()?.()
    })
  }
}

const notEncoded = (name: string, { message }: Error): string =>
  `The body cannot be read as ${name}, its content-encoding (${message}). Send it uncompressed, or compress it with ${name}.`

const tooSmall = (name: string, length: number): string =>
  `The body has ${length} bytes of ${name}, which grow more than ${mostRatio} times when decompressed. Send it uncompressed.`

function withoutMark([first, ...rest]: readonly Buffer[]): readonly Buffer[] {
  if (first === undefined) return []
  return [first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf ? first.subarray(3) : first, ...rest]
}

const refusal = (statusCode: number, message: string): Error => Object.assign(new Error(message), { statusCode })
