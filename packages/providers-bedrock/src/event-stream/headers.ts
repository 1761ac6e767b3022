import { readStringHeaders, writeStringHeaders } from './header-values.ts'

/** What the headers of a frame say of it. */
export interface Head {
  /** Of the event, or of the exception. */
  name: string | undefined
  /** A failure of the framing itself: all that is known of it stands in the headers. */
  failure?: { code?: string; message?: string }
}

/** Frames of one kind have the same headers, byte for byte: the last few that were parsed answer for most of them. */
export function createHeadReader(): (bytes: Uint8Array) => Head | undefined {
  const known: { bytes: Uint8Array; head: Head }[] = []

  return (bytes) => {
    for (const one of known) if (isSame(one.bytes, bytes)) return one.head
    // A copy, which wrong lengths cannot lead out of. (`slice` of a Node Buffer is none.)
    const own = new Uint8Array(bytes)
    const head = parse(own)
    if (head !== undefined) known.unshift({ bytes: own, head })
    if (known.length > MOST_KNOWN) known.pop()
    return head
  }
}

const MOST_KNOWN = 4

/** @returns Undefined where they break the rules. */
function parse(bytes: Uint8Array): Head | undefined {
  const headers = readStringHeaders(bytes)
  if (headers === undefined) return undefined
  if (headers.get(':message-type') !== 'error') return { name: headers.get(':exception-type') ?? headers.get(':event-type') }
  const [code, message] = [headers.get(':error-code'), headers.get(':error-message')]
  return { name: 'error', failure: { ...(code !== undefined && { code }), ...(message !== undefined && { message }) } }
}

export const formatHeaders = (type: 'event' | 'exception', name: string): Uint8Array =>
  writeStringHeaders([
    [`:${type}-type`, name],
    [':content-type', 'application/json'],
    [':message-type', type],
  ])

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}
