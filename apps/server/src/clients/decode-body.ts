import { brotliDecompress, gunzip, inflate, zstdDecompress, type InputType } from 'node:zlib'
import { errorCodes } from 'fastify'

type Decoder = (bytes: InputType, options: { maxOutputLength: number }, done: (error: Error | null, decoded: Buffer) => void) => void

/** By the names that clients give them in `content-encoding`. Codex sends zstd. */
const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['zstd', zstdDecompress],
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['br', brotliDecompress],
  ['deflate', inflate],
])

/**
 * A body as it was before the client compressed it, and without the mark of its encoding that Windows puts before text, which no parser of JSON takes.
 *
 * @param encoding - Its `content-encoding`. Without one, or with `identity`, it is as it came.
 * @param limit - The largest that may come out, in bytes.
 * @param done - Called with an error that has a `statusCode`: 413 for what is larger than may be, 415 for an encoding that is not known, 400 for bytes that are none of it.
 */
export type DecodeBody = (
  encoding: string | undefined,
  bytes: Buffer,
  limit: number,
  done: (error: Error | null, body?: Buffer) => void,
) => void

/** Concurrent decompressions. Each takes one of Node's four pool threads. */
const atOnce = 2

/** Maximum ratio of decompressed to compressed size. JSON reaches about 10; decompression bombs reach 1000. */
const mostRatio = 100

/** The ratio does not apply below this size, in bytes. */
const always = 1_048_576

export function createBodyDecoder(): DecodeBody {
  let running = 0
  const waiting: (() => void)[] = []
  return decodeBody

  function decodeBody(...[encoding, bytes, limit, done]: Parameters<DecodeBody>): void {
    const name = encoding?.trim().toLowerCase() ?? ''
    if (name === '' || name === 'identity') return done(null, withoutMark(bytes))
    const decode = decoders.get(name)
    if (decode === undefined) {
      const known = [...decoders.keys()].join(', ')
      return done(refusal(415, `The body's content-encoding is ${JSON.stringify(encoding)}. Send it as it is, or as one of: ${known}.`))
    }
    const most = Math.max(always, bytes.length * mostRatio)
    inTurn((over) =>
      decode(bytes, { maxOutputLength: Math.min(limit, most) }, (error, decoded) => {
        over()
        if (error === null) done(null, withoutMark(decoded))
        else if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') done(refusal(400, notEncoded(name, error)))
        else if (most < limit) done(refusal(413, tooSmall(name, bytes)))
        else done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
      }),
    )
  }

  function inTurn(work: (over: () => void) => void): void {
    if (running >= atOnce) return void waiting.push(() => inTurn(work))
    running++
    work(() => {
      running--
      waiting.shift()?.()
    })
  }
}

const notEncoded = (name: string, { message }: Error): string =>
  `The body is not ${name}, as its content-encoding says (${message}). Send it as it is, or compress it so.`

const tooSmall = (name: string, { length }: Buffer): string =>
  `The body has ${length} bytes of ${name}, which become more than ${mostRatio} times as many. Send it as it is.`

const withoutMark = (bytes: Buffer): Buffer => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes)

const refusal = (statusCode: number, message: string): Error => Object.assign(new Error(message), { statusCode })
