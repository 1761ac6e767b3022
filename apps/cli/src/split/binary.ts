import { Buffer, isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'

/** What files that are no text begin with. */
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

/** Binary frames of Bedrock: their length, and the name of a header near their beginning. */
export const isEventStream = (head: Buffer): boolean =>
  head.length > 12 && head[0] === 0 && /:(?:event|message|exception)-type/.test(head.subarray(0, 200).toString('latin1'))

/** As many invalid bytes are those of another encoding, or of no text at all; fewer are a slip in a text, and become U+FFFD. */
const mostInvalid = 0.1

/** Of fewer bytes, a single one would be many, and frames have not said yet that they are some. */
const leastBytes = 32

/**
 * Why the beginning of an input is no text, and what to do about it: `is binary …. Do that.`
 *
 * @returns Undefined: it is text, or the binary frames that one format has.
 */
export function binaryIn(head: Buffer): string | undefined {
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

/** Characters that are in the text already are none of ours; one that is cut at the end is no fault. */
function invalidIn(head: Buffer): number {
  const text = new TextDecoder().decode(head, { stream: true })
  return text.split('\uFFFD').length - head.toString('latin1').split('\u00EF\u00BF\u00BD').length
}

/** It has the mark of UTF-16. */
export const isUtf16 = ([first, second]: Buffer): boolean => (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

const lowered = (sentence: string): string => sentence[0]!.toLowerCase() + sentence.slice(1)
