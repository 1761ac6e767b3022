import type { WarningPart } from '@reason/core/parts'
import { warningCodes, type KnownWarningCode } from '@reason/core/warnings'

export function warning(code: KnownWarningCode, { block, excerpt }: { block?: number; excerpt?: string } = {}): WarningPart {
  return {
    type: 'warning',
    code,
    message: warningCodes[code],
    ...(block !== undefined && { block }),
    ...(excerpt !== undefined && { excerpt: excerpt.slice(0, 64) }),
  }
}
