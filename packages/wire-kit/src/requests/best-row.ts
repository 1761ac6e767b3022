import { matchKnownModel } from '@reason/core/adapter'

/** A row of a table of models. */
export interface RowForModels {
  models: readonly string[]
  /** First version that the row applies to, as a decimal number. A name without a version is none of them. */
  since?: number | undefined
}

/** Returns the row whose pattern matches a model with the most literal characters, and the first of equals. Undefined if none matches. */
export function bestRow<Row extends RowForModels>(rows: readonly Row[], model: string): Row | undefined {
  let best: Row | undefined
  let most = -1
  for (const row of rows) {
    const fit = row.since === undefined || isSince(row.since, model) ? matchKnownModel(row.models, model) : -1
    if (fit > most) [best, most] = [row, fit]
  }
  return best
}

/** True if the name of a model has a version, and the version is not older. */
export const isSince = (version: number, model: string): boolean => (versionOf(model) ?? Number.NEGATIVE_INFINITY) >= version

/**
 * Version in the name of a model: 5.5 of `claude-opus-5-5`, 2.6 of `kimi-k2p6`, 3 of `qwen3-8b`. Dates and sizes are no versions. Makers
 * write 4.20 before 4.3, so a version is a decimal number.
 */
function versionOf(model: string): number | undefined {
  const [, major, point, hyphen] = version.exec(model.replace(/^.*[/\\]/, '')) ?? []
  return major === undefined ? undefined : Number(`${major}.${point ?? hyphen ?? 0}`)
}

const version = /(?<![\d.])(\d{1,2})(?!\d)(?:[.p](\d{1,2})(?!\d)|-(\d{1,2})(?![\da-z.]))?/i
