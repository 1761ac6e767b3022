import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

/** Workers have modules of Node under their names with `node:` alone. */
const withPrefix: Plugin = {
  name: 'node-prefix',
  setup({ onResolve }) {
    onResolve({ filter: /^[a-z_/]+$/ }, ({ path }) =>
      builtinModules.includes(path) ? { path: `node:${path}`, external: true } : undefined,
    )
  },
}

/** Writes the worker with all that it imports into one file, from the sources. */
export async function bundle(outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('worker.ts', import.meta.url))],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@reason/source'],
    // Peers that a gateway loads for stores in files alone.
    external: ['better-sqlite3', 'pg', 'ioredis'],
    // For modules in CommonJS among the dependencies.
    banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom('file:///worker.js');" },
    plugins: [withPrefix],
    logLevel: 'error',
  })
}
