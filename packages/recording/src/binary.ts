import { Buffer, isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'

/** Magic bytes of files that hold no text. */
const kinds: readonly { begins: readonly number[]; is: string; remedy: string }[] = [
  {
    begins: [0x1f, 0x8b],
    is: 'compressed with gzip',
    remedy: 'Unpack it first (gunzip -c FILE | reason …), or record it with curl --compressed',
  },
  { begins: [0x28, 0xb5, 0x2f, 0xfd], is: 'compressed with zstd', remedy: 'Unpack it first: zstd -dc FILE | reason …' },
  { begins: [0xfd, 0x37, 0x7a, 0x58, 0x5a], is: 'compressed with xz', remedy: 'Unpack it first: xz -dc FILE | reason …' },
  { begins: [0x50, 0x4b, 0x03, 0x04], is: 'a zip archive', remedy: 'Unpack it first, and name a file in it' },
  { begins: [0x47, 0x47, 0x55, 0x46], is: 'a model (GGUF)', remedy: 'Give what it wrote, not the model itself' },
  { begins: [0x25, 0x50, 0x44, 0x46, 0x2d], is: 'a PDF', remedy: 'Give the text of a model, or a recorded response' },
]

const asUtf8 = 'Write it as UTF-8 first: iconv -f ENCODING -t UTF-8 FILE | reason …'

/** Whether a head holds the binary frames of Bedrock: their length, and the name of a header near their beginning. */
export const isEventStream = (head: Uint8Array): boolean =>
  head.length > 12 && head[0] === 0 && /:(?:event|message|exception)-type/.test(Buffer.from(head.subarray(0, 200)).toString('latin1'))

/** Share of invalid bytes above which a file has another encoding, or no text. Below it they are slips, and become U+FFFD. */
const mostInvalid = 0.1

/** Fewest bytes to judge by: one invalid byte of fewer would be a large share, and frames cannot be recognised yet. */
const leastBytes = 32

/**
 * Describes why the beginning of an input is no text, and the remedy: `is binary …. Do that.`
 *
 * @param head - The first bytes of the input; 8 KiB are enough.
 * @returns Undefined for text, and for the binary frames of Bedrock.
 */
export function binaryIn(head: Uint8Array): string | undefined {
  const kind = kinds.find(({ begins }) => begins.every((byte, at) => head[at] === byte))
  if (kind !== undefined) return `is ${kind.is}. ${kind.remedy}.`
  if (isUtf16(head) || isEventStream(head)) return undefined
  if (head[0] === 0 && head.length < leastBytes) return undefined
  const zero = head.indexOf(0)
  if (zero !== -1) return `is binary, or UTF-16 without its mark: byte ${zero} is 0. If it is text, ${lowered(asUtf8)}.`
  if (head.length < leastBytes || isUtf8(head)) return undefined
  const invalid = invalidIn(head)
  return invalid > mostInvalid * head.length
    ? `is no text in UTF-8: ${invalid} of its first ${head.length} bytes are not. ${asUtf8}.`
    : undefined
}

/** Replacement characters that the text itself holds do not count, nor does a character that is cut at the end. */
function invalidIn(head: Uint8Array): number {
  const text = new TextDecoder().decode(head, { stream: true })
  return text.split('\uFFFD').length - Buffer.from(head).toString('latin1').split('\u00EF\u00BF\u00BD').length
}

/** Whether a head has the byte order mark of UTF-16. */
export const isUtf16 = ([first, second]: Uint8Array): boolean => (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/** The byte order marks of UTF-8, UTF-16 and big-endian UTF-16. */
const marks: readonly (readonly number[])[] = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/** Whether a head ends inside a byte order mark: the next byte decides its encoding. */
export const endsInMark = (head: Uint8Array): boolean =>
  head.length > 0 && marks.some((mark) => head.length < mark.length && head.every((byte, at) => byte === mark[at]))

const lowered = (sentence: string): string => sentence[0]!.toLowerCase() + sentence.slice(1)
