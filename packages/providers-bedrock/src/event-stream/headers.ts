import { readStringHeaders, writeStringHeaders } from './header-values.ts'

/** Facts from the headers of a frame. */
export interface EventHead {
  /** Name of the event or of the exception. */
  name: string | undefined
  /** Failure of the framing itself. The headers contain all of its details. */
  failure?: { code?: string; message?: string }
}

/** Creates a header parser with a cache of the last few headers, because frames of one kind have identical header bytes. */
export function createHeadReader(): (bytes: Uint8Array) => EventHead | undefined {
  const known: { bytes: Uint8Array; head: EventHead }[] = []

  return (bytes) => {
    for (const one of known) if (isSame(one.bytes, bytes)) return one.head
    // A copy has its own buffer, so that wrong lengths cannot read beyond it. (`slice` of a Node Buffer does not copy.)
    const own = new Uint8Array(bytes)
    const head = parse(own)
    if (head !== undefined) known.unshift({ bytes: own, head })
    if (known.length > MOST_KNOWN) known.pop()
    return head
  }
}

const MOST_KNOWN = 4

/** @returns Undefined for malformed headers. */
function parse(bytes: Uint8Array): EventHead | undefined {
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
