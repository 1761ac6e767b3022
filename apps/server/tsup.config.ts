import { defineConfig } from 'tsup'
import { bundledLicenses } from '@reason/testkit/bundled-licenses'

// Three hundred small modules that every gateway loads are few large ones in what is published: see docs/adr/0022-one-program-of-few-files.md.
export default defineConfig({
  entry: {
    main: 'src/main.ts',
    index: 'src/index.ts',
    // The trace store's thread, where the store looks for it.
    'sqlite/worker': '../../packages/trace-store/src/sqlite/worker.ts',
    // The thread of budgets, where `sqliteFileStore` looks for it.
    'sqlite/budget-worker': '../../packages/budget/src/sqlite/budget-worker.ts',
    // The thread that reads chat templates, where `readTemplateIsolated` looks for it.
    'chat-template/worker': '../../packages/chat-template/src/isolated/worker.ts',
  },
  format: 'esm',
  clean: true,
  sourcemap: true,
  silent: true,
  // Our own packages, with what they bring along, but not the pages and the recordings, which say where their files are. What stands among our dependencies stays outside.
  noExternal: [/^@reason\/(?!web$|recorded-models$)/, 'zod'],
  // For modules in CommonJS among them.
  banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
  esbuildPlugins: [bundledLicenses],
})
