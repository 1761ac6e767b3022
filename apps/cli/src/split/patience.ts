import { fstatSync } from 'node:fs'
import type { Registry } from '@reason/core'
import { auto, type Resolution } from '@reason/core/adapter'
import { isStandardInput } from '../input.ts'

/**
 * Most text that waits for its format to show where nobody waits for the text, in UTF-16 units: enough for the reasoning
 * of nearly all answers, so that one that only a closing tag ends is still found.
 */
const patientChars = 256 * 1024

interface Input {
  /** Undefined: standard input. */
  file: string | undefined
  isResponse: boolean
}

/**
 * Lets `auto` hold more than a live conversation can bear, unless this may be one: the input is no file, and either somebody is
 * watching the output at a terminal, or what comes is the response of a server.
 */
export function withPatience(resolution: Resolution, registry: Registry, { file, isResponse }: Input): Resolution {
  const live = isStandardInput(file) && !isFile(0) && (isResponse || process.stdout.isTTY)
  if (resolution.adapter.id !== 'auto' || live) return resolution
  const { flags, options } = resolution.passport
  const candidates = registry.texts.filter(({ id }) => flags[id]?.value !== false)
  return { ...resolution, adapter: auto({ candidates, options, maxHeldChars: patientChars }) }
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile()
  } catch {
    return false
  }
}
