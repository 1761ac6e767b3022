import type { Part } from '@reason/core'
import { openBody, type RecordedBody } from '@reason/recording'
import { exitCodes } from '../exit-codes.ts'
import { inputName, readInput, sayThatInputIsRead } from '../input.ts'
import { createOutput } from '../output.ts'
import { createNotes, printNotes } from '../render/notes.ts'
import type { SplitFlags } from './flags.ts'
import { machineFor, noWire } from './machine-for.ts'
import { readParts, saidOf } from './read-parts.ts'
import { recogniseInput, type OpenInput } from './recognise.ts'
import { rendererFor } from './renderer-for.ts'
import { shownOf } from '../render/shown.ts'

/** Splits the input while reading it. @returns The exit code. */
export async function runSplit(file: string | undefined, flags: SplitFlags): Promise<number> {
  const show = shownOf(flags.show, process.stdout.isTTY)
  const renderer = rendererFor(flags, show)
  if (flags.quiet !== true) sayThatInputIsRead(file, 'text')
  const { head, recognised, remark, bytes } = await openInput(file, flags)
  const machine = await machineFor(file, { ...recognised, ...flags }, head?.framing)
  const notes = createNotes({ show, chosen: flags.show !== undefined, ...(flags.choice !== undefined && { choice: flags.choice }) })
  const output = createOutput()

  if (head !== undefined) notes.remark(`the HTTP headers above it (${head.status}) are left out; --wire none reads it as text`)
  if (remark !== undefined) notes.remark(remark)
  for await (const parts of readParts(bytes, machine, saidOf(file, flags))) await deliver(parts)
  await output.write(renderer.end())
  const advice = machine.left?.advice()
  if (advice !== undefined) notes.remark(advice)

  // The JSON outputs contain the same information.
  if (flags.quiet !== true && flags.json !== true && flags.parts !== true) printNotes(notes, output)
  return notes.failed ? exitCodes.generation : exitCodes.ok

  async function deliver(parts: readonly Part[]): Promise<void> {
    let text = ''
    for (const part of parts) {
      notes.see(part)
      text += renderer.push(part)
    }
    await output.write(text)
  }
}

/** Opens the input. Flags for the format win over detection. */
async function openInput(file: string | undefined, flags: SplitFlags): Promise<OpenInput & Pick<RecordedBody, 'head'>> {
  if (flags.wire === noWire) return { recognised: undefined, bytes: readInput(file) }
  const opened = await openBody(readInput(file), inputName(file))
  return flags.wire === undefined && flags.framing === undefined
    ? { ...opened, ...(await recogniseInput(file, opened.bytes)) }
    : { ...opened, recognised: undefined }
}
