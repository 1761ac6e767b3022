import { Buffer } from 'node:buffer'
import { textLimit } from '../bounds/text-limit.ts'
import { badRequest, type ApiError } from '../errors/api-error.ts'
import { extractMedia } from '../client-apis/body/media-extraction.ts'

/** Encodings that `DecompressionStream` supports. */
const encodings: Readonly<Record<string, 'gzip' | 'deflate'>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate' }

/**
 * Reads and decompresses the body of a request.
 *
 * @param limit - Maximum size in bytes, before and after decompression.
 * @returns The body, or an error if it is too large or damaged.
 */
export async function readBody(request: Request, limit: number): Promise<Buffer | ApiError> {
  const type = request.headers.get('content-type') ?? ''
  // Other content types can be sent by any web page without a CORS preflight.
  if (!/^application\/json\b/i.test(type))
    return badRequest("The body is not declared as JSON. Send the header 'content-type: application/json'.", null, null, 415)
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  const format = encodings[encoding]
  if (format === undefined && encoding !== 'identity')
    return badRequest(`The body is compressed with ${JSON.stringify(encoding)}. Send it with gzip, deflate, or as it is.`, null, null, 415)
  if (request.body === null) return Buffer.alloc(0)
  const blocks: Buffer[] = []
  let length = 0
  try {
    const raw = request.body as ReadableStream<Uint8Array<ArrayBuffer>>
    const plain: ReadableStream<Uint8Array> = format === undefined ? raw : raw.pipeThrough(new DecompressionStream(format))
    for await (const piece of plain) {
      length += piece.length
      // The return cancels the stream: the rest of the body is not read.
      if (length > limit)
        return badRequest(`The body is larger than ${limit} bytes. Send less, or set a larger bodyLimit.`, null, null, 413)
      blocks.push(Buffer.from(piece))
    }
  } catch (error) {
    return badRequest(`The body cannot be read (${error instanceof Error ? error.message : String(error)}). Send it again.`)
  }
  return blocks.length < 2 ? (blocks[0] ?? Buffer.alloc(0)) : extractMedia(blocks, textLimit(limit))
}
