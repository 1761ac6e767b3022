import type { Command } from 'commander'
import { exitCodes } from '../exit-codes.ts'
import { createOutput } from '../output.ts'
import { bashScript } from './bash.ts'
import { fishScript } from './fish.ts'
import { treeOf, type CompletionNode } from './tree.ts'
import { zshScript } from './zsh.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

const scripts: Record<Shell, (root: CompletionNode) => string> = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** @returns The exit code. */
export async function runCompletion(shell: Shell, program: Command): Promise<number> {
  await createOutput().write(scripts[shell](treeOf(program)))
  return exitCodes.ok
}
