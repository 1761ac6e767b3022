import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Peer, Place } from './targets.ts'

const version = '1.15.2'

/** Pins the versions that Portkey was released with. With the newest versions in its ranges, every streamed answer is an error 500. */
const manifest = {
  private: true,
  dependencies: { '@portkey-ai/gateway': version },
  overrides: { hono: '4.9.7', '@hono/node-server': '1.13.5', '@hono/node-ws': '1.2.0' },
}

/** Folder of the installation. The project does not depend on Portkey, and installing the project does not touch it. */
const folder = fileURLToPath(new URL(`../../node_modules/.cache/portkey-${version}/`, import.meta.url))

export function portkey({ port }: Place): Peer {
  const program = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  if (!existsSync(program)) install()
  const loopback = fileURLToPath(new URL('./loopback.mjs', import.meta.url))
  return { version, command: [process.execPath, `--import=${loopback}`, program, `--port=${port}`, '--headless'] }
}

function install(): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  try {
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe', timeout: 120_000 })
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`npm could not install @portkey-ai/gateway ${version}`, { cause })
  }
}
