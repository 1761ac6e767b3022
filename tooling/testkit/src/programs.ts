import { fileURLToPath } from 'node:url'

/**
 * What processes are made of that tests start: the sources, or what was built, where `REASON_TEST_BUILT` is 1. That is what people get, and
 * starts in two thirds of the time.
 */
export const from = process.env['REASON_TEST_BUILT'] === '1' ? 'dist' : 'src'

/** For Node: packages are those. */
export const conditions: readonly string[] = from === 'src' ? ['--conditions=@reason/source'] : []

const program = (app: string, name: string): readonly string[] => [
  ...conditions,
  fileURLToPath(new URL(`../../../apps/${app}/${from}/${name}.${from === 'src' ? 'ts' : 'js'}`, import.meta.url)),
]

/** The programs, as first arguments of Node. */
export const programs = { cli: program('cli', 'bin'), server: program('server', 'main') } as const
