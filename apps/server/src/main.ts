#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'

// Before anything is imported: an older Node would fail somewhere inside a dependency, with a message that helps nobody.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`reason-server needs Node 22.19 or newer, and this is ${process.versions.node}. Install a newer one from nodejs.org.`)
  process.exit(1)
}
// One core is what a gateway's process has for itself: several that collect garbage for it wait for each other, which costs more than the work.
setFlagsFromString('--no-parallel-scavenge')
// V8 makes objects old at once that have lived long for a while, as in the first seconds under load. What is dead among them keeps alive what it knows, until
// hardly anything dies young: in about every second process a third of the time went into that, and the slowest hundredth of answers took three times as long.
setFlagsFromString('--no-allocation-site-pretenuring')
const { start } = await import('./start.ts')
await start(process.argv.slice(2), process.env)
