import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openKeyFile } from '@reason/keys'
import type { GroupUsage, UsageBy, UsageReport } from '@reason/trace-store'
import stringWidth from 'string-width'
import { exitCodes } from '../exit-codes.ts'
import { createOutput } from '../output.ts'
import { plural } from '../render/plural.ts'
import { paintFor, type Paint } from '../render/styles.ts'
import { cell } from '../render/line.ts'
import { count } from '../render/numbers.ts'
import { filterOf, placeOf, withTraces, type TracesFlags } from './open.ts'

/** @returns The exit code. */
export async function usage(flags: TracesFlags): Promise<number> {
  const { by = 'model', json } = flags
  const filter = filterOf(flags)
  const report = await withTraces(flags, (store) => store.usage(by as UsageBy, filter, { limit: flags.limit! }))
  const { all, groups, items, unreadable } = report
  if (groups === 0 && json !== true) {
    process.stderr.write('note: no trace matches\n')
    return exitCodes.ok
  }
  await createOutput().write(
    json === true ? `${JSON.stringify(report)}\n` : table(report, by, namesBy(by, flags), paintFor(process.stdout)),
  )
  if (json === true) return exitCodes.ok
  const notes = [
    ...(groups > items.length ? [`${groups - items.length} more, which --limit leaves out, are in the sum`] : []),
    ...(all.unreported > 0
      ? [`${plural(all.unreported, 'trace')} of ${count(all.traces)} without a report of tokens: their output is not in it`]
      : []),
    ...(all.written === all.output
      ? []
      : ['≈ marks estimates: some providers report no reasoning tokens, and four characters count as one']),
    ...(unreadable === undefined ? [] : [`${plural(unreadable, 'trace')} that cannot be read, as the file is damaged: not in the sum`]),
  ]
  for (const note of notes) process.stderr.write(`note: ${note}\n`)
  return exitCodes.ok
}

const figures = ['traces', 'input', 'cached', 'output', 'reasoning'] as const
/** Maximum shown width of a name. */
const widest = 48

function table({ items, all }: UsageReport, by: string, nameOf: (group: NamedUsage) => string, paint: Paint): string {
  const rows: readonly string[][] = [
    [by, ...figures, 'share'],
    ...items.map((group) => [group.of === null ? '(none)' : nameOf(group), ...cells(group)]),
    ['all', ...cells(all)],
  ]
  const widths = rows[0]!.map((_, column) => Math.min(widest, Math.max(...rows.map((row) => stringWidth(row[column]!)))))
  return rows
    .map((row, index) => {
      const cut = row.map((text, column) => cell(text, widths[column]!, column === 0 ? 'left' : 'right'))
      const line = cut.join('  ').trimEnd()
      return `${index === 0 ? paint('dim', line) : index === rows.length - 1 ? paint('bold', line) : line}\n`
    })
    .join('')
}

/** Cells of a row. The last one is the share of reasoning in the output. */
function cells(of: Omit<GroupUsage, 'of'>): string[] {
  // If all counts are reported, the share is exact.
  const mark = of.written === of.output ? '' : '≈ '
  const share = of.written === 0 ? '' : `${mark}${Math.round((100 * of.reasoning) / of.written)} %`
  return [...figures.map((figure) => count(of[figure])), share]
}

/** A group with its name, which a gateway adds for keys. */
type NamedUsage = GroupUsage & { name?: string | undefined }

/** Names of keys, from the key file beside the traces if it exists. */
function namesBy(by: string, flags: TracesFlags): (group: NamedUsage) => string {
  const file = join(dirname(placeOf(flags) ?? ''), 'keys.json')
  const isHere = by === 'key' && flags.gateway === undefined && existsSync(file)
  const keys = isHere ? openKeyFile(file).list() : []
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  return ({ of, name = names.get(of!) }) => (name === undefined ? of! : `${of} (${name})`)
}
