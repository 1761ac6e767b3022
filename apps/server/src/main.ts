#!/usr/bin/env node
import { compileNextTick } from './process/next-tick.ts'
import { setProcessFlags } from './process/process-flags.ts'

// Checked before any import: an older Node would fail inside a dependency, with a message that does not name the cause.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`reason-server needs Node 22.19 or newer, and this is ${process.versions.node}. Install a newer one from nodejs.org.`)
  process.exit(1)
}
setProcessFlags()
compileNextTick()
const { start } = await import('./start.ts')
await start(process.argv.slice(2), process.env)
