import { createInterface } from 'node:readline/promises'
import { isLoopback } from './address.ts'
import { probes } from './probes.ts'

/** What is about to be sent, for who pays for it. */
export const announce = (model: string, base: string, maxTokens: number): string =>
  `${probes.length} requests to ${model} at ${base}, of at most ${maxTokens} tokens each: ${probes.map(({ about }) => about).join('; ')}`

/**
 * Whether a model may be asked. On this machine it costs nobody anything; elsewhere somebody has to say so: `--send`, or at the
 * terminal.
 */
export async function maySend(hostname: string, flag: boolean | undefined, announcement: string): Promise<boolean> {
  if (flag !== undefined) return flag
  if (isLoopback(hostname)) return true
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`This sends ${announcement}. Send them? [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
