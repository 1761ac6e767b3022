import { spawnSync } from 'node:child_process'
import { folder } from './files.ts'

/** Runs it in the folder of the rules. `promtool` is part of Debian's package `prometheus`. */
export function promtool(argv: readonly string[], input = ''): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', argv, { cwd: `${folder}/prometheus`, input, encoding: 'utf8', timeout: 60_000 })
  return { status, output: stdout + stderr }
}

const isInstalled = spawnSync('promtool', ['--version']).status === 0

/** For `describe.skipIf`, and why, for its name. */
export const isMissing = !isInstalled
export const needs = "promtool (needs it on the path: Debian's package prometheus has it)"
