import { createFormats } from '../../src/formats.ts'
import type { ApiId } from '../../src/upstream/apis.ts'

/** Whether the gateway takes an upstream of this format: only where requests to it can be written. */
export function isWritable(upstreamFormat: ApiId): boolean {
  try {
    createFormats({ reasoningField: 'reasoning_content', upstreamFormat })
    return true
  } catch {
    return false
  }
}
