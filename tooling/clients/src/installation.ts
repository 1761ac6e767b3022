import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programs, type Client } from './clients.ts'

/** Packages that the tool loops in `libraries.mjs` import. */
const libraries = [
  'ai',
  '@ai-sdk/openai',
  '@ai-sdk/anthropic',
  '@ai-sdk/openai-compatible',
  '@langchain/core',
  '@langchain/openai',
  '@langchain/anthropic',
  '@openai/agents',
  'llamaindex',
  '@llamaindex/openai',
  '@llamaindex/anthropic',
  '@llamaindex/workflow',
  'openai',
  '@anthropic-ai/sdk',
  'zod',
]

const pythonLibraries = ['openai', 'anthropic']

/**
 * Installs the missing clients, and returns how each one runs.
 *
 * @param folder - Folder outside of any workspace, so that imports do not resolve to our packages.
 * @returns Programs and tool loops of libraries, keyed by name.
 */
export function installClients(folder: string): Readonly<Record<string, Client>> {
  const clients: Record<string, Client> = {}
  for (const [id, program] of Object.entries(programs)) {
    const place = join(folder, program.package.replaceAll(/[@/]+/g, '-').replace(/^-/, ''))
    install(place, [`${program.package}@${program.at ?? 'latest'}`])
    clients[id] = { ...program, command: [join(place, 'node_modules', '.bin', program.bin)], version: versionOf(place, program.package) }
  }
  const place = join(folder, 'libraries')
  install(place, libraries)
  const script = join(place, 'libraries.mjs')
  copyFileSync(fileURLToPath(new URL('./libraries.mjs', import.meta.url)), script)
  for (const name of execFileSync(process.execPath, [script, 'names'], { encoding: 'utf8' }).trim().split('\n'))
    clients[name] = {
      command: [process.execPath, script, name],
      arguments: ({ url, model, prompt }) => [url, model, prompt],
      version: libraries.map((library) => `${library} ${versionOf(place, library)}`).join(', '),
    }
  return { ...clients, ...pythonClients(join(folder, 'python')) }
}

/** Tool loops of the official libraries for Python. None on a machine without Python. */
function pythonClients(place: string): Record<string, Client> {
  const python = join(place, 'bin', 'python')
  try {
    if (!existsSync(join(place, 'installed'))) {
      execFileSync('python3', ['-m', 'venv', place], { stdio: 'inherit' })
      execFileSync(python, ['-m', 'pip', 'install', '--quiet', ...pythonLibraries], { stdio: 'inherit' })
      writeFileSync(join(place, 'installed'), '')
    }
  } catch (error) {
    console.error(`Walks without the libraries for Python, as they could not be installed: ${String(error)}`)
    return {}
  }
  const script = fileURLToPath(new URL('./libraries.py', import.meta.url))
  const version = execFileSync(python, ['-m', 'pip', 'list', '--format=freeze'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => pythonLibraries.some((library) => line.startsWith(`${library}==`)))
    .join(', ')
  const names = execFileSync(python, [script, 'names'], { encoding: 'utf8' }).trim().split('\n')
  return Object.fromEntries(
    names.map((name): [string, Client] => [
      name,
      { command: [python, script, name], arguments: ({ url, model, prompt }) => [url, model, prompt], version },
    ]),
  )
}

function install(place: string, packages: readonly string[]): void {
  if (existsSync(join(place, 'node_modules'))) return
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), '{ "private": true }')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], { cwd: place, stdio: 'inherit' })
}

const versionOf = (place: string, name: string): string =>
  (JSON.parse(readFileSync(join(place, 'node_modules', name, 'package.json'), 'utf8')) as { version: string }).version
