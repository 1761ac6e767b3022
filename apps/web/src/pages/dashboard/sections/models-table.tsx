import { words } from '../../../words/en/dashboard.ts'
import { formatCount, formatShare } from '../../../ui/numbers.ts'
import { tracesHref } from '../../traces/list/filters.ts'
import type { ModelTokens, Sample } from '../live/state.ts'

const allChannels = ['reasoning', 'commentary', 'answer'] as const

/** Tokens by model and channel. */
export function ModelsTable({ sample }: { sample: Sample }) {
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
                    <a class="mono" href={tracesHref({ model })}>
                      {model}
                    </a>
                  </td>
                  <td class="split-cell">
                    <SplitBar tokens={tokens} />
                  </td>
                  <td class="number">{written(tokens) === 0 ? '–' : formatShare(tokens.reasoning / written(tokens))}</td>
                  <td class="number">{formatCount(tokens.input)}</td>
                  {channels.map((channel) => (
                    <td key={channel} class="number">
                      {formatCount(tokens[channel])}
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

/** Where the text of channels stands beside each other in the table, too: the picture says nothing of its own. */
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
