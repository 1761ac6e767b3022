import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import type { WarningCode } from '@reason/core/warnings'

/** The `id` of this wire format, on native parts and seals. */
export const WIRE = 'openai-chat'

/** What the machines of one response share. */
export interface ReadContext {
  /** Who answered, as far as it is known by now. */
  issuer(): Seal['issuer']
  /** Reports an anomaly once per code, subject and choice. */
  warn(out: Part[], code: WarningCode, message: string, choice: number, subject?: string): void
}

export function createReadContext(issuer: () => Seal['issuer']): ReadContext {
  let said: Set<string> | undefined
  return {
    issuer,
    warn(out, code, message, choice, subject = '') {
      const key = `${choice}/${code}/${subject}`
      said ??= new Set()
      if (said.has(key)) return
      said.add(key)
      out.push({ type: 'warning', code, message, ...of(choice) })
    },
  }
}

/** The field that says which choice a part belongs to: none for the first. */
export const of = (choice: number): { choice?: number } => (choice === 0 ? {} : { choice })
