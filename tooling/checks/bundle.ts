import { build, type BuildOptions } from 'esbuild'
import { root } from './workspace.ts'

/**
 * Bundles sources as a browser gets them: nothing of Node, no polyfills.
 * @throws What esbuild says, one problem per line, for an import that cannot be resolved there.
 */
export async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles, warnings } = await build({
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    minify: true,
    conditions: ['@reason/source', 'module'],
    logLevel: 'silent',
    absWorkingDir: root,
    ...options,
  })
  if (warnings.length > 0) throw new Error(warnings.map(({ text, location }) => `${location?.file}:${location?.line} ${text}`).join('\n'))
  return outputFiles![0]!.text
}
