import { fstatSync } from 'node:fs'
import type { Registry } from '@reason/core'
import { auto, type Resolution } from '@reason/core/adapter'
import { isStandardInput } from '../input.ts'

/**
 * Maximum text that is held until its format is clear, in UTF-16 units, for input that is not live. Enough for the reasoning of nearly all answers, so that a
 * closing tag without an opening one is still found.
 */
export const patientChars = 256 * 1024

interface Input {
  /** Undefined: standard input. */
  file: string | undefined
  isResponse: boolean
}

/**
 * Lets `auto` hold more text than in a live conversation. The input counts as live if it is no file, and either a terminal shows the
 * output or the input is a server's response.
 */
export function withPatience(resolution: Resolution, registry: Registry, { file, isResponse }: Input): Resolution {
  const live = isStandardInput(file) && !isFile(0) && (isResponse || process.stdout.isTTY)
  if (resolution.adapter.id !== 'auto' || live) return resolution
  const { flags, options } = resolution.passport
  const candidates = registry.texts.filter(({ id }) => flags[id]?.value !== false)
  // The adapter for tags decides again where the text begins, and would hold less.
  const patient = { ...options, 'think-tags': { ...Object(options['think-tags']), maxHeldChars: patientChars } }
  return { ...resolution, adapter: auto({ candidates, options: patient, maxHeldChars: patientChars }) }
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile()
  } catch {
    return false
  }
}
