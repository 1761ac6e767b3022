import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { KnownLink } from '@reason/trace-store'
import { inputError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { readError } from '../input.ts'
import { createOutput } from '../output.ts'
import { plural } from '../render/plural.ts'
import { placeOf, withStore, type TracesFlags } from './open.ts'

/** @returns The exit code. */
export async function verify(flags: TracesFlags): Promise<number> {
  const known = flags.known === undefined ? [] : [knownIn(flags.known)]
  const head = headOf(flags)
  const found = await withStore(flags, (store) => store.verify({ known }), { audit: head === undefined ? true : { head } })
  const { ok, links, traces, unchained, head: last, problems, notes, signed } = found
  const all = head === undefined ? [noHead, ...notes] : notes
  const text = [
    ok ? `The chain holds: ${plural(links, 'link')}, ${plural(traces, 'trace')}.` : 'The chain does not hold.',
    ...(unchained > 0 ? [`${plural(unchained, 'trace')} from before audit mode: they cannot be verified.`] : []),
    `head ${last}`,
    ...problems,
    ...all.map((note) => `note: ${note}`),
  ]
  const view = { ok, links, traces, unchained, head: last, problems, notes: all, ...(signed !== undefined && { signed }) }
  await createOutput('ignore').write(flags.json === true ? `${JSON.stringify(view)}\n` : `${text.join('\n')}\n`)
  return ok ? exitCodes.ok : exitCodes.failed
}

const noHead =
  'There is no signed head: it is unknown whether the newest links were removed with their traces. Name it with --chain-head, ' +
  'or give --known what an earlier verification printed.'

/** Signed head and keys: from the flags, or at the gateway's default paths. Undefined if neither exists, so that no gateway wrote a head here. */
function headOf(flags: TracesFlags): { path: string; keys: string[]; write: false } | undefined {
  const { chainHead, sealKeys } = flags
  const file = placeOf(flags)
  const path = chainHead ?? (file === undefined ? undefined : `${file}.head`)
  const keysPath = sealKeys ?? (file === undefined ? undefined : join(dirname(file), 'seal.keys'))
  if (path === undefined) return undefined
  const hasKeys = sealKeys !== undefined || (keysPath !== undefined && existsSync(keysPath))
  if (chainHead === undefined && !hasKeys && !existsSync(path)) return undefined
  return { path, keys: hasKeys ? linesOf(keysPath!) : [], write: false }
}

const linesOf = (path: string): string[] =>
  textOf(path)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw readError(path, error as NodeJS.ErrnoException)
  }
}

/** Reads a known link. @throws {CliError} for a file without one */
function knownIn(path: string): KnownLink {
  let value: unknown
  try {
    value = JSON.parse(textOf(path))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  const { links, head } = (value ?? {}) as Partial<KnownLink>
  if (Number.isSafeInteger(links) && typeof head === 'string' && /^[0-9a-f]{64}$/.test(head)) return { links: links!, head }
  throw inputError(`${path} has no "links" and "head" of a chain. Give what reason traces verify --json printed, or a copy of a head.`)
}
