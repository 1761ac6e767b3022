import './models.css'
import { words } from '../../../words/en/dashboard.ts'
import { formatCount, formatShare } from '../../../ui/numbers.ts'
import { tracesHref } from '../../traces/list/filters.ts'
import type { Behind, ModelTokens, Sample } from '../live/state.ts'

const allChannels = ['reasoning', 'commentary', 'answer'] as const

/** Tokens by model and channel. */
export function ModelsTable({ sample, behind }: { sample: Sample; behind: Behind }) {
  const channels = allChannels.filter((channel) => channel !== 'commentary' || Object.values(sample.tokens).some((of) => of.commentary > 0))
  const rows = Object.entries(sample.tokens).toSorted(([, a], [, b]) => written(b) - written(a))
  return (
    <section class="panel-box card" aria-labelledby="models-title">
      <h2 id="models-title">{words.models.title}</h2>
      {rows.length === 0 ? (
        <p class="soft">{words.models.none}</p>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-labelledby="models-title">
          <Stripes />
          <table class="table">
            <thead>
              <tr>
                <th>{words.models.model}</th>
                <th class="split-cell">{words.models.split}</th>
                <th class="number">{words.models.ratio}</th>
                <th class="number">{words.models.input}</th>
                {channels.map((channel) => (
                  <th key={channel} class="number">
                    {words.models[channel]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([model, tokens]) => (
                <tr key={model}>
                  <td>
                    <Names label={model} names={behind.models[model]} />
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
        </div>
      )}
    </section>
  )
}

/** Those that are counted together: models of a family, or those that nothing is known of. */
function Names({ label, names }: { label: string; names: readonly string[] | undefined }) {
  if (names === undefined) return <span class="mono">{label}</span>
  return (
    <>
      {names.map((name) => (
        <a key={name} class="model-name mono" href={tracesHref({ model: name })}>
          {name}
        </a>
      ))}
      {names.length > 1 && <span class="small soft">{words.models.together(label)}</span>}
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
        return <rect key={channel} class={`split-${channel}`} x={x} y="0" width={width} height="10" />
      })}
      <rect x="0" y="0" width={(100 * tokens.reasoning) / total} height="10" fill="url(#stripes)" />
    </svg>
  )
}

/** What is reasoning is striped, for those who see no colours. */
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

const written = ({ reasoning, commentary, answer }: ModelTokens): number => reasoning + commentary + answer
