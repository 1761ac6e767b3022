import { createInterface } from 'node:readline/promises'
import type { PlannedRequests } from '@reason/doctor'

/** Whether the doctor may send requests to a model. On this machine they cost no money. Other servers need `--send`, or an answer in the terminal. */
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
