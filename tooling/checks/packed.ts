import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import type { Outcome } from './check.ts'
import { execute } from './command.ts'
import { type Manifest, publishable, readWorkspace, type WorkspacePackage } from './workspace.ts'

/** Packs every published package as for a release, and examines the files. */
export async function checkPacked(): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-pack-'))
  try {
    const problems = await Promise.all(publishable(readWorkspace()).map((one) => packedProblems(one, folder)))
    return { problems: problems.flat() }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function packedProblems(one: WorkspacePackage, folder: string): Promise<string[]> {
  const packed = await execute('pnpm', '--dir', one.folder, 'pack', '--json', '--pack-destination', folder)
  if (packed.code !== 0) return [`${one.name} cannot be packed: ${packed.output}`]
  const { filename, files } = JSON.parse(packed.output) as { filename: string; files: { path: string }[] }
  const problems = await publintProblems(filename)
  if (hasTypes(one.manifest)) {
    const types = await execute('attw', filename, '--profile', 'esm-only', '--no-emoji', '--no-color')
    if (types.code !== 0) problems.push(`attw finds fault with its types:\n${types.output}`)
  }
  for (const name of ['LICENSE', 'README.md']) {
    if (!files.some(({ path }) => path === name)) problems.push(`the packed file has no ${name}.`)
  }
  return problems.map((problem) => `${one.name}: ${problem}`)
}

async function publintProblems(path: string): Promise<string[]> {
  const { buffer } = new Uint8Array(readFileSync(path))
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true, level: 'warning' })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`)
}

const hasTypes = ({ exports = {} }: Manifest): boolean =>
  Object.values(exports).some((target) => typeof target !== 'string' && 'types' in target)
