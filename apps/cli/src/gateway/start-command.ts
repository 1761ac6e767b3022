import { sep } from 'node:path'
import { home } from '../home.ts'

/** Begins a command that starts the gateway: that of the published package, or of the checkout in which this command was built. */
export const startCommand = home.includes(`${sep}node_modules${sep}`) ? 'npx @reason/server' : 'npm start --'
