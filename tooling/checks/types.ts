import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Outcome } from './check.ts'
import { execute } from './command.ts'
import { root } from './workspace.ts'

interface Config {
  extends?: string
  compilerOptions?: Record<string, unknown>
  include?: readonly string[]
}

/** Projects with the same options. One compiler run checks them all, and reads their common files once. */
export interface Program {
  /** Folders of the projects, relative to the root. */
  folders: string[]
  config: Config
}

/** Checks the types of every package, application and tool with its own options. Leaves out projects for browsers. */
export async function checkTypes(from = root): Promise<Outcome> {
  // The folder is below the root, because the compiler looks for packages of types from there upwards.
  const cache = join(from, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'types-'))
  try {
    const programs = programsOf(from)
    const found: string[] = []
    // The programs run one after another: each uses all cores.
    for (const [index, { config }] of programs.entries()) {
      const path = join(folder, `${index}.json`)
      writeFileSync(path, JSON.stringify(config))
      const { code, output } = await execute('tsc', '-p', path)
      if (code !== 0) found.push(output.trim())
    }
    return { problems: found }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Groups every `tsconfig.json` that directly extends the repository's base. Options of others depend on their folder. */
export function programsOf(from: string): Program[] {
  const base = join(from, 'tooling/tsconfig/base.json')
  const { compilerOptions: common } = read(base)
  const programs = new Map<string, Program>()
  for (const path of globSync('{packages,apps,tooling}/*/tsconfig.json', { cwd: from }).toSorted()) {
    const folder = dirname(path)
    const { extends: parent = '', compilerOptions, include = ['.'] } = read(join(from, path))
    const options = { ...common, ...compilerOptions, noEmit: true }
    if (join(from, folder, parent) !== base || isOfBrowser(options)) continue
    const key = JSON.stringify(Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const program: Program = programs.get(key) ?? { folders: [], config: { extends: base, compilerOptions: options, include: [] } }
    programs.set(key, program)
    program.folders.push(folder)
    program.config.include = [...program.config.include!, ...include.map((pattern) => join(from, folder, pattern))]
  }
  return [...programs.values()]
}

/** True for pages. Their types are checked separately, because their packages of types depend on the folder. */
const isOfBrowser = ({ jsx }: Record<string, unknown>): boolean => jsx !== undefined

const read = (path: string): Config => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Config) : {})
