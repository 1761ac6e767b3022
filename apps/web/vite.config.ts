import { defineConfig } from 'vite'

export default defineConfig({
  // Addresses relative to the page: it works under any path.
  base: './',
  resolve: { conditions: ['@reason/source', 'module', 'browser', 'development|production'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  logLevel: 'warn',
  // For work on the pages: a gateway beside it answers what is no page.
  server: { proxy: { '^/(v1|api|metrics|healthz|readyz)': process.env['REASON_GATEWAY'] ?? 'http://127.0.0.1:8787' } },
})
