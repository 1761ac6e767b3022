import { exitCodes } from '../exit-codes.ts'
import { createOutput } from '../output.ts'
import { usageError } from '../cli-error.ts'
import { createProgress } from '../render/progress.ts'
import { paintFor } from '../render/styles.ts'
import { renderAudit } from './render.ts'
import { scanAll } from './scan-all.ts'
import { addTally, emptyTally, type Tally } from './tally.ts'
import { unitsOf, type Unit } from './units.ts'
import type { UnitTally } from './scan.ts'

export interface AuditFlags {
  examples: string
  json?: boolean
  fail?: boolean
}

/** Looks for reasoning in the answers of logs and data sets. @returns The exit code. */
export async function runAudit(paths: readonly string[], flags: AuditFlags): Promise<number> {
  const examples = Number(flags.examples)
  if (!Number.isInteger(examples) || examples < 0)
    throw usageError(`--examples is ${flags.examples}, but must be a whole number, 0 or more.`)
  const units = paths.flatMap(unitsOf)
  const total = units.reduce((sum, { from, to }) => sum + to - from, 0)
  const progress = createProgress('audited', { total })
  const tallies = await scanAll(units, examples, (bytes) => progress.add(bytes)).finally(() => progress.done())
  const tally = sum(units, tallies, examples)
  const output = createOutput('ignore')
  await output.write(flags.json === true ? `${JSON.stringify(tally, null, 2)}\n` : renderAudit(tally, paintFor(process.stdout)))
  return flags.fail === true && tally.leaking > 0 ? exitCodes.failed : exitCodes.ok
}

/** Lines are counted anew in each unit of a file: here they become those of the file. */
function sum(units: readonly Unit[], tallies: readonly UnitTally[], examples: number): Tally {
  const all = emptyTally()
  let before = 0
  tallies.forEach((tally, index) => {
    if (units[index]!.from === 0) before = 0
    for (const list of Object.values(tally.examples)) for (const example of list) example.line += before
    addTally(all, tally, examples)
    before += tally.lines
  })
  return all
}
