import { Buffer } from 'node:buffer'
import type { Part } from '@reason/core'
import { binaryIn, type PartReader } from '@reason/recording'
import { excerptOf } from '@reason/wire-kit'
import { inputError, usageError } from '../cli-error.ts'
import { inputName } from '../input.ts'
import type { SplitFlags } from './flags.ts'
import { noWire } from './machine-for.ts'
import { lookOf } from './recognise.ts'

export interface SourceFlags {
  file: string | undefined
  /** The wire format that a flag names, and that flag. Absent: no flag names one. */
  wire?: { name: string; flag: '--wire' | '--from' }
  /** Index of the wanted choice. Absent: all choices. */
  choice?: number
}

/** Reads the flags of `reason split`. */
export const saidOf = (file: string | undefined, { wire, choice }: SplitFlags): SourceFlags => ({
  file,
  ...(wire !== undefined && wire !== noWire && { wire: { name: wire, flag: '--wire' } }),
  ...(choice !== undefined && { choice }),
})

/** Bytes of the input that are checked for binary data, and bytes that are kept to recognise its format in an error. */
const mostLooked = 8 * 1024
const mostHead = 64 * 1024

const mostHeld = 1000

/**
 * Reads an input with a machine. If a flag names the wire format, parts are held until one proves the format: a body of another format
 * yields only unknown events.
 *
 * @throws {CliError} If the input is binary, or lacks the wanted choice. With a wire format: if it is empty or in another format.
 */
export async function* readParts(
  bytes: AsyncIterable<Uint8Array>,
  machine: PartReader,
  { file, wire, choice }: SourceFlags,
): AsyncGenerator<readonly Part[]> {
  const name = inputName(file)
  const head: Uint8Array[] = []
  let length = 0
  let held: Part[] | undefined = wire === undefined ? undefined : []
  const choices = new Set<number>()
  let failed = false

  for await (const piece of bytes) {
    if (length < mostHead) head.push(piece)
    const binary = length < mostLooked ? binaryIn(Buffer.concat(head)) : undefined
    if (binary !== undefined) throw inputError(`${name} ${binary}`)
    length += piece.length
    yield through(machine.push(piece))
  }
  if (length === 0 && wire !== undefined) throw inputError(`${name} is empty: there is no response in it.`)
  const last = machine.end()
  see(last)
  if (held !== undefined && ![...held, ...last].some(isUnderstood)) await check([...held, ...last])
  yield [...(held ?? []), ...last]
  if (choice === undefined || choices.has(choice) || choices.size === 0 || failed) return
  throw usageError(`${name} has no choice ${choice}. It has: ${[...choices].toSorted((a, b) => a - b).join(', ')}.`)

  function through(parts: readonly Part[]): readonly Part[] {
    see(parts)
    if (held === undefined) return parts
    held.push(...parts)
    if (held.length < mostHeld && !parts.some(isUnderstood)) return []
    const released = held
    held = undefined
    return released
  }

  function see(parts: readonly Part[]): void {
    if (choice === undefined) return
    for (const part of parts) {
      if (part.type === 'error') failed = true
      else if (ofChoice.has(part.type)) choices.add(part.choice ?? 0)
    }
  }

  async function check(parts: readonly Part[]): Promise<void> {
    const { name: said, flag } = wire!
    const look = await lookOf(Buffer.concat(head))
    if (look?.kind === 'format') {
      if (look.wire === said) return
      throw inputError(`${name} is not in ${said}: it looks like ${look.wire} (${look.framing}). Use ${flag} ${look.wire}.`)
    }
    // Several formats share these parts, which prove a response, but not its format.
    if (parts.some(({ type }) => type === 'start' || type === 'usage')) return
    const first = look !== undefined && 'first' in look ? ` Its first event: ${excerptOf(look.first)}.` : ''
    const text = flag === '--wire' ? ' If it is the text of a model, give --wire none.' : ''
    throw inputError(`${name} is not in ${said}: no event in it has that format.${first} Check ${flag} and --framing.${text}`)
  }
}

/** Whether a part proves its format. Formats do not create it for unknown events. */
function isUnderstood(part: Part): boolean {
  return understood.has(part.type) || (part.type === 'finish' && part.native !== undefined)
}

/** Parts that only occur in a generation. */
const ofChoice: ReadonlySet<Part['type']> = new Set(['block-start', 'tool-call-start', 'finish'])

const understood: ReadonlySet<Part['type']> = new Set(['block-start', 'delta', 'tool-call-start', 'error'])
