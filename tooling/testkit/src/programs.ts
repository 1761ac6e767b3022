import { fileURLToPath } from 'node:url'

/**
 * Code of the programs that tests start: the sources, or the build if `REASON_TEST_BUILT` is 1. Users get the build, and it starts in two
 * thirds of the time.
 */
export const from = process.env['REASON_TEST_BUILT'] === '1' ? 'dist' : 'src'

/** Node flags with which imports of our packages resolve to their sources, if the programs run from the sources. */
export const conditions: readonly string[] = from === 'src' ? ['--conditions=@reason/source'] : []

const program = (app: string, name: string): readonly string[] => [
  ...conditions,
  fileURLToPath(new URL(`../../../apps/${app}/${from}/${name}.${from === 'src' ? 'ts' : 'js'}`, import.meta.url)),
]

/** First arguments of Node for each program. */
export const programs = { cli: program('cli', 'bin'), server: program('server', 'main') } as const
