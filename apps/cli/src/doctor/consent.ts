import { createInterface } from 'node:readline/promises'
import type { PlannedRequests } from '@reason/doctor'

/**
 * Whether a model may be asked. On this machine that costs no money; elsewhere `--send` or an answer at the terminal allows it.
 */
export async function maySend({ description, isLoopback }: PlannedRequests, flag: boolean | undefined): Promise<boolean> {
  if (flag !== undefined) return flag
  if (isLoopback) return true
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`This sends ${description}. Send them? [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
