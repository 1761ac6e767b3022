import { defineConfig } from 'tsup'
import { bundledLicenses } from '@reason/testkit/bundled-licenses'

// A command loads four hundred small modules in twice the time that it takes for a few large ones: see docs/adr/0022-one-program-of-few-files.md.
export default defineConfig({
  entry: {
    bin: 'src/bin.ts',
    // Programs of threads, where their packages look for them.
    'chat-template/worker': '../../packages/chat-template/src/isolated/worker.ts',
    'files/worker': '../../packages/audit/src/files/worker.ts',
    'sqlite/worker': '../../packages/trace-store/src/sqlite/worker.ts',
  },
  format: 'esm',
  target: 'node22',
  clean: true,
  silent: true,
  // Our own packages, with what they bring along, and zod. All other direct dependencies stay outside.
  noExternal: [/^@reason\//, 'zod'],
  // For modules in CommonJS among them.
  banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
  esbuildPlugins: [bundledLicenses],
})
