import { words } from '../../../words/en/traces.ts'
import { apiQuery, type Filters } from './filters.ts'

const formats = ['jsonl', 'csv', 'parquet'] as const

/** All that fits, as a file: the browser saves it while it comes. */
export function ExportMenu({ filters }: { filters: Filters }) {
  const { q, ...rest } = filters
  return (
    <details class="trace-more">
      <summary class="button" title={words.export.hint}>
        {words.export.title}
      </summary>
      <div class="trace-export-box card">
        <p class="small soft">{words.export.hint}</p>
        {q !== undefined && <p class="notice warn small">{words.export.withSearch}</p>}
        <p class="row">
          {formats.map((format) => (
            <a key={format} class="button" href={address(format)} download>
              {words.export[format]}
            </a>
          ))}
        </p>
      </div>
    </details>
  )

  function address(format: string): string {
    const query = apiQuery(rest, Date.now())
    query.set('format', format)
    return `api/traces/export?${query.toString()}`
  }
}
