import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

/** Adds the prefix `node:` to imports of Node modules: Workers know no other names for them. */
const withPrefix: Plugin = {
  name: 'node-prefix',
  setup({ onResolve }) {
    onResolve({ filter: /^[a-z_/]+$/ }, ({ path }) =>
      builtinModules.includes(path) ? { path: `node:${path}`, external: true } : undefined,
    )
  },
}

/** Bundles the worker and its imports, from the sources, into one file. */
export async function bundle(outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('worker.ts', import.meta.url))],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@reason/source'],
    // Optional peer dependencies. The gateway loads them only for databases, which the worker does not configure.
    external: ['better-sqlite3', 'pg', 'ioredis'],
    // CommonJS modules among the dependencies need `require`.
    banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom('file:///worker.js');" },
    plugins: [withPrefix],
    logLevel: 'error',
  })
}
