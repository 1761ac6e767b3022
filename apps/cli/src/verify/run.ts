import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { readVectors } from '@reason/conformance'
import { indexRowProblem, isIndexRow, type IndexRow } from '@reason/conformance/captures'
import type { AdapterFlags } from '../adapters/options.ts'
import { inputError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { readError, readText } from '../input.ts'
import { createOutput } from '../output.ts'
import { plural } from '../render/plural.ts'
import { createProgress } from '../render/progress.ts'
import { createReport } from './report.ts'
import { paintFor } from '../render/styles.ts'
import { captureCases } from './captures.ts'
import type { Case } from './outcome.ts'
import { createMaker } from './maker.ts'
import { vectorCase } from './vectors.ts'

export interface VerifyFlags extends AdapterFlags {
  wire?: string
}

/** Runs every vector of a file, or every recording of a folder. @returns The exit code. */
export async function runVerify(path: string, flags: VerifyFlags): Promise<number> {
  const { cases, about } = await readCases(path, flags)
  // The exit code matters more than the text, so a closed output does not end the command.
  const output = createOutput('ignore')
  const report = createReport(paintFor(process.stdout))
  const progress = createProgress('verified', { total: cases.length, unit: 'case' })
  for (const one of cases) {
    const text = report.add(one.name, await one.check())
    if (text !== '') progress.done()
    await output.write(text)
    progress.add(1)
    // Checks are synchronous. This lets Ctrl-C through.
    await setImmediate()
  }
  progress.done()
  await output.write(report.summary(about))
  return report.failed > 0 ? exitCodes.failed : exitCodes.ok
}

async function readCases(path: string, flags: VerifyFlags): Promise<{ cases: Case[]; about: string }> {
  const file = await fileOf(path)
  const lines = parse(file, await readText(file, false))
  const [first] = lines
  if (first === undefined) throw inputError(`${file} is empty: there is nothing to verify.`)
  if (isIndexRow(first)) {
    for (const [index, line] of lines.entries()) {
      const wrong = indexRowProblem(line)
      if (wrong !== undefined) throw inputError(`recording ${index + 1} of ${file}${idOf(line)}: ${wrong}.`)
    }
    const cases = await captureCases(lines as unknown as IndexRow[], dirname(file), flags)
    return { cases, about: plural(lines.length, 'recording') }
  }
  const make = createMaker(flags)
  return {
    cases: lines.map((line, index) => vectorCase(line, `vector ${index + 1} of ${file}`, make)),
    about: plural(lines.length, 'vector'),
  }
}

const idOf = ({ id }: Record<string, unknown>): string => (typeof id === 'string' ? ` (${id})` : '')

async function fileOf(path: string): Promise<string> {
  const found = await stat(path).catch((error: unknown) => {
    throw readError(path, error)
  })
  if (!found.isDirectory()) return path
  const index = join(path, 'index.jsonl')
  await stat(index).catch(() => {
    throw inputError(`${path} has no index.jsonl. Name a folder of recordings with one, or a file of vectors (JSON lines).`)
  })
  return index
}

function parse(file: string, text: string): Record<string, unknown>[] {
  try {
    return readVectors(text)
  } catch (error) {
    throw inputError(`${file}: ${(error as Error).message}. Vectors are written as one JSON object a line.`, { cause: error })
  }
}
