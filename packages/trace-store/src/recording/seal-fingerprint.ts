import { createHash } from 'node:crypto'
import type { Seal } from '@reason/core/parts'
import type { SealFingerprint } from '../record/record.ts'

/** Fingerprint to compare seals. The value itself is never stored. */
export function fingerprint({ kind, value, issuer }: Seal): SealFingerprint {
  return {
    kind,
    sha256: createHash('sha256').update(value).digest('hex').slice(0, 16),
    chars: value.length,
    wire: issuer.wire,
    ...(issuer.provider !== undefined && { provider: issuer.provider }),
  }
}
