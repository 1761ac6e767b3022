import './models.css'
import type { Examples, ModelTokens, Sample } from '@reason/gateway-api'
import { words } from '../../../words/en/dashboard.ts'
import { formatCount, formatShare } from '../../../words/numbers.ts'
import { SortHead, useSort } from '../../../ui/sort.tsx'
import { sorted } from '../../../ui/sorted.ts'
import { tracesHref } from '../../traces/list/filters.ts'

type ModelColumn = 'model' | 'written' | 'ratio' | keyof ModelTokens

const allChannels = ['reasoning', 'commentary', 'answer'] as const

export function ModelsTable({ sample, behind }: { sample: Sample; behind: Examples }) {
  const channels = allChannels.filter((channel) => channel !== 'commentary' || Object.values(sample.tokens).some((of) => of.commentary > 0))
  const sort = useSort<ModelColumn>('written')
  const rows = sorted(Object.entries(sample.tokens), sort, valueOf)
  return (
    <section class="panel-box card" aria-labelledby="models-title">
      <h2 id="models-title">{words.models.title}</h2>
      {rows.length === 0 ? (
        <p class="soft">{words.models.none}</p>
      ) : (
        <div class="scroll" tabIndex={0} role="group" aria-labelledby="models-title">
          <Stripes />
          <table class="table">
            <thead>
              <tr>
                <SortHead sort={sort} column="model">
                  {words.models.model}
                </SortHead>
                <SortHead sort={sort} column="written" isNumber class="split-cell">
                  {words.models.written}
                </SortHead>
                {(['ratio', 'input', ...channels] as const).map((column) => (
                  <SortHead key={column} sort={sort} column={column} isNumber>
                    {words.models[column]}
                  </SortHead>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([model, tokens]) => (
                <tr key={model}>
                  <td>
                    <Names label={model} names={model === 'other' ? behind.models[model] : [model]} />
                  </td>
                  <td class="split-cell">
                    <SplitBar tokens={tokens} />
                  </td>
                  <td class="number">{written(tokens) === 0 ? words.notKnown : formatShare(tokens.reasoning / written(tokens))}</td>
                  <td class="number">{countOf(tokens.input)}</td>
                  {channels.map((channel) => (
                    <td key={channel} class="number">
                      {countOf(tokens[channel])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p class="small soft">{words.models.counted}</p>
        </div>
      )}
    </section>
  )
}

/** Names of the models in a row: one model, or the latest of those counted together. */
function Names({ label, names }: { label: string; names: readonly string[] | undefined }) {
  if (names === undefined) return <span class="mono">{label}</span>
  return (
    <>
      {names.map((name) => (
        <a key={name} class="model-name mono" href={tracesHref({ model: name })}>
          {name}
        </a>
      ))}
      {label === 'other' && <span class="small soft">{words.models.together}</span>}
    </>
  )
}

/** Shows 0 as "not known": providers that report no count leave it at 0. */
const countOf = (tokens: number): string => (tokens === 0 ? words.notKnown : formatCount(tokens))

/** A bar of the channels' shares. Hidden from screen readers, as the table has the same numbers. */
function SplitBar({ tokens }: { tokens: ModelTokens }) {
  let from = 0
  const total = Math.max(1, written(tokens))
  return (
    <svg class="split" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      {allChannels.map((channel) => {
        const width = (100 * tokens[channel]) / total
        const x = from
        from += width
        return <rect key={channel} style={{ fill: `var(--${channel})` }} x={x} y="0" width={width} height="10" />
      })}
      <rect x="0" y="0" width={(100 * tokens.reasoning) / total} height="10" fill="url(#stripes)" />
    </svg>
  )
}

/** Stripes for reasoning, so that it does not differ by colour alone. */
function Stripes() {
  return (
    <svg class="unseen" aria-hidden="true">
      <defs>
        <pattern id="stripes" width="3" height="10" patternUnits="userSpaceOnUse">
          <rect width="1.4" height="10" class="split-stripe" />
        </pattern>
      </defs>
    </svg>
  )
}

/** Value of a column for sorting. Undefined if the page shows a dash. */
function valueOf([model, tokens]: readonly [string, ModelTokens], column: ModelColumn): number | string | undefined {
  if (column === 'model') return model
  const all = written(tokens)
  if (column === 'written') return all
  if (column === 'ratio') return all === 0 ? undefined : tokens.reasoning / all
  return tokens[column] === 0 ? undefined : tokens[column]
}

const written = ({ reasoning, commentary, answer }: ModelTokens): number => reasoning + commentary + answer
