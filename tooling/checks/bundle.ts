import { build, type BuildOptions } from 'esbuild'
import { root } from './workspace.ts'

/**
 * Bundles and minifies sources for a browser, without Node modules and polyfills.
 * @throws {Error} esbuild's errors or warnings, one per line, for instance for an import that a browser cannot resolve.
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
