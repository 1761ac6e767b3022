import type { ClientRequest } from '../../client-apis/client-request.ts'
import { originalBytes, type RequestBytes } from '../../generation/request-bytes.ts'
import { openTag } from '../../relay/delivery/tagged-reasoning.ts'

/** True if the client's bytes may contain thoughts in the tags that the gateway writes. */
export const hasOwnTags = ({ style }: ClientRequest, bytes: RequestBytes): boolean =>
  style === 'tags' && writtenTags.some((tag) => originalBytes(bytes).includes(tag))

/** True if the client's bytes may contain sealed values. */
export const isSealed = ({ sealing }: ClientRequest, bytes: RequestBytes): boolean =>
  sealing !== undefined && sealedMarks.some((mark) => originalBytes(bytes).includes(mark))

/** Forms of the tag in JSON. Some languages escape the bracket. */
const writtenTags = [openTag, ...['c', 'C'].map((digit) => `\\u003${digit}${openTag.slice(1, -1)}`)]

/** Marks that only sealed values contain: alone, at the end of a call id, or as a reference. */
const sealedMarks = ['rsn1.', '_rsn1_']
