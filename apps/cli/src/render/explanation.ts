import type { ModelQuery, Resolution } from '@reason/core/adapter'
import { safeText } from './safe-text.ts'
import { noPaint, type Paint } from './styles.ts'

/** Renders a resolution: the selected adapter, then all candidates with reasons. */
export function renderExplanation(
  { model, provider }: ModelQuery,
  { adapter, native, passport, candidates }: Resolution,
  paint: Paint = noPaint,
): string {
  const options = passport.options[adapter.id]
  const facts = [
    ['model', model],
    ['provider', provider],
    ['adapter', adapter.id],
    ['options', options === undefined ? undefined : JSON.stringify(options)],
    ['service tokens', passport.serviceTokens.join(' ') || undefined],
    ['native', native ? 'the wire has fields of its own for reasoning' : undefined],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined)
  const names = Math.max(...facts.map(([name]) => name.length))
  const ids = Math.max(...candidates.map(({ id }) => id.length))
  const rows = candidates.map(({ id, verdict, reason }) => {
    const row = `  ${id.padEnd(ids)}  ${verdict}  ${safeText(reason)}`
    return verdict === 'taken' ? paint('green', row.replace(/ {2}taken {2}/, '  taken    ')) : row
  })
  return `${[...facts.map(([name, value]) => `${paint('dim', name.padEnd(names))}  ${safeText(value)}`), '', 'Candidates, in order:', ...rows].join('\n')}\n`
}
