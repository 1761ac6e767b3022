import type { Part } from '@reason/core'
import type { WriterOptions } from '@reason/core/wire'
import { createDocumentWriter, createStreamWriter, openBody, type RecordedBody } from '@reason/recording'
import { defined } from '@reason/wire-kit'
import { knownWires } from '../adapters/known.ts'
import { inputError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { loadBodyEncoder } from '../framing/codecs.ts'
import { framingOf } from '../framing/framing.ts'
import { inputName, readInput, sayThatInputIsRead } from '../input.ts'
import { createOutput } from '../output.ts'
import { loadWire } from '../registry.ts'
import { createNotes, printNotes } from '../render/notes.ts'
import { machineFor } from '../split/machine-for.ts'
import { readParts } from '../split/read-parts.ts'
import { recogniseInput, type RecognisedFlags } from '../split/recognise.ts'
import type { ConvertFlags } from './flags.ts'
import { outFramingOf } from './out-framing.ts'

interface ConvertInput extends Pick<RecordedBody, 'head'> {
  bytes: AsyncIterable<Uint8Array>
  source: Pick<RecognisedFlags, 'wire'> & Partial<RecognisedFlags>
}

/** @throws {CliError} If the format of the input is unknown. */
async function openInput(file: string | undefined, { from }: ConvertFlags): Promise<ConvertInput> {
  const opened = await openBody(readInput(file), inputName(file))
  if (from !== undefined) return { ...opened, source: { wire: from } }
  const { recognised, bytes } = await recogniseInput(file, opened.bytes)
  if (recognised === undefined) {
    throw inputError(
      `${inputName(file)} is in no known wire format (have: ${Object.keys(knownWires).join(', ')}). Name it with --from. For the text of a model, use: reason split`,
    )
  }
  return { ...opened, bytes, source: recognised }
}

/** Converts a recorded response while reading it. @returns The exit code. */
export async function runConvert(file: string | undefined, flags: ConvertFlags): Promise<number> {
  // Unknown formats are reported before problems that depend on a format.
  const [wire] = await Promise.all([loadWire(flags.to), flags.from === undefined ? undefined : loadWire(flags.from)])
  if (flags.dialect !== undefined && wire.dialects === undefined) throw usageError(`${wire.id} has no dialects. Leave out --dialect.`)
  if (flags.quiet !== true) sayThatInputIsRead(file, 'a recorded response')
  const { head, source, bytes } = await openInput(file, flags)
  const framing = outFramingOf(flags, wire, framingOf(flags.framing ?? source.framing, file, await loadWire(source.wire), head?.framing))
  if (framing === 'aws-eventstream' && process.stdout.isTTY) {
    throw usageError(
      'a terminal cannot show the binary frames of this format. Write them to a file with > body.eventstream.bin, or ask for --out-framing jsonl.',
    )
  }
  const machine = await machineFor(file, { ...source, ...flags }, head?.framing)
  const notes = createNotes({ choice: 'all' })
  const options: WriterOptions = { ...defined({ commentary: flags.commentary, dialect: flags.dialect }), onWarning: notes.see }
  const converter =
    framing === 'json' ? createDocumentWriter(wire, options) : createStreamWriter(wire, await loadBodyEncoder(framing, wire.id), options)
  const output = createOutput()

  const said = { file, wire: { name: source.wire, flag: '--from' } } as const
  for await (const parts of readParts(bytes, machine, said)) await deliver(parts)
  await output.write(converter.end())
  if (flags.quiet !== true) printNotes(notes, output)
  return notes.failed ? exitCodes.generation : exitCodes.ok

  async function deliver(parts: readonly Part[]): Promise<void> {
    for (const part of parts) notes.see(part)
    await output.write(converter.push(parts))
  }
}
