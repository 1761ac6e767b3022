import { spawnSync } from 'node:child_process'
import { folder } from './files.ts'

/** Runs `promtool` in the folder of the rules. Debian's package `prometheus` contains it. */
export function promtool(argv: readonly string[], input = ''): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync('promtool', argv, { cwd: `${folder}/prometheus`, input, encoding: 'utf8', timeout: 60_000 })
  return { status, output: stdout + stderr }
}

const isInstalled = spawnSync('promtool', ['--version']).status === 0

/** Condition for `describe.skipIf`, and the reason for the test's name. */
export const isMissing = !isInstalled
export const needs = "promtool (needs it on the path: Debian's package prometheus has it)"
