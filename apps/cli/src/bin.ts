#!/usr/bin/env node
// No import may come before this check: an older Node would fail at the import, with a message that does not name the cause.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(
    `reason: needs Node 22.12 or newer; this is ${process.versions.node}. Install a newer one, or put that of a checkout first: export PATH="$PWD/node_modules/.bin:$PATH"\n`,
  )
  process.exitCode = 2
} else {
  const { enableCompileCache } = await import('node:module')
  enableCompileCache()
  const { main } = await import('./main.ts')
  process.exitCode = await main(process.argv)
}

export {}
