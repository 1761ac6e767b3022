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
 * @param done - Called with an error that has a `statusCode`: 413 for what is larger, 415 for an encoding that is not known, 400 for bytes that are none of it.
 */
export function decodeBody(
  encoding: string | undefined,
  bytes: Buffer,
  limit: number,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return done(null, withoutMark(bytes))
  const decode = decoders.get(name)
  if (decode === undefined) {
    const known = [...decoders.keys()].join(', ')
    return done(refusal(415, `The body's content-encoding is ${JSON.stringify(encoding)}. Send it as it is, or as one of: ${known}.`))
  }
  decode(bytes, { maxOutputLength: limit }, (error, decoded) => {
    if (error === null) done(null, withoutMark(decoded))
    else if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    else
      done(refusal(400, `The body is not ${name}, as its content-encoding says (${error.message}). Send it as it is, or compress it so.`))
  })
}

const withoutMark = (bytes: Buffer): Buffer => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes)

const refusal = (statusCode: number, message: string): Error => Object.assign(new Error(message), { statusCode })
