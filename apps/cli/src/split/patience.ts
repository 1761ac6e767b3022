import { fstatSync } from 'node:fs'
import { auto, type Registry, type Resolution } from '@reason/core'
import { isStandardInput } from '../input.ts'

/**
 * Most text that waits for its format to show where nobody waits for the text, in UTF-16 units: enough for the reasoning
 * of nearly all answers, so that one that only a closing tag ends is still found.
 */
const patientChars = 256 * 1024

/**
 * Lets `auto` hold more than a live conversation can bear, unless somebody is watching it: the input is not a file, and the
 * output is a terminal.
 */
export function withPatience(resolution: Resolution, registry: Registry, file: string | undefined): Resolution {
  const watched = process.stdout.isTTY && isStandardInput(file) && !isFile(0)
  if (resolution.adapter.id !== 'auto' || watched) return resolution
  const candidates = registry.texts.filter(({ id }) => resolution.passport.flags[id]?.value !== false)
  return { ...resolution, adapter: auto({ candidates, maxHeldChars: patientChars }) }
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile()
  } catch {
    return false
  }
}
