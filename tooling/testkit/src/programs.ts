import { fileURLToPath } from 'node:url'

const fromSources = process.env['REASON_TEST_BUILT'] !== '1'

const program = (sources: string, built: string): readonly string[] =>
  fromSources ? ['--conditions=@reason/source', pathOf(sources)] : [pathOf(built)]

const pathOf = (path: string): string => fileURLToPath(new URL(`../../../apps/${path}`, import.meta.url))

/**
 * First arguments of Node for the programs, where a test starts them: as their sources are, or as they were built, where `REASON_TEST_BUILT`
 * is 1. That is what people get, and starts in two thirds of the time.
 */
export const programs = {
  cli: program('cli/src/bin.ts', 'cli/dist/bin.js'),
  server: program('server/src/main.ts', 'server/dist/main.js'),
} as const
