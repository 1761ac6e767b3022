import { useRef, useState } from 'preact/hooks'
import { messageOf } from '../../../api/api-call-error.ts'
import { save } from '../../../api/save.ts'
import { session } from '../../../api/session.ts'
import { useClosing } from '../../../ui/use-closing.ts'
import { words } from '../../../words/en/traces.ts'
import { apiQuery, type Filters } from './filters.ts'

const formats = ['jsonl', 'csv', 'parquet'] as const

/** Downloads all matching traces as a file. Without a key, the browser saves the file while it arrives. */
export function ExportMenu({ filters }: { filters: Filters }) {
  const { q, ...rest } = filters
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const details = useRef<HTMLDetailsElement>(null)
  useClosing(details)
  return (
    <details class="drop trace-more" ref={details}>
      <summary class="button" title={words.export.hint}>
        {words.export.title}
      </summary>
      <div class="drop-box trace-export-box card">
        <p class="small soft">{words.export.hint}</p>
        {q !== undefined && <p class="notice warn small">{words.export.withSearch}</p>}
        <p class="row">
          {formats.map((format) => (
            <a key={format} class="button" href={address(format)} download onClick={(event) => take(event, format)}>
              {words.export[format]}
            </a>
          ))}
        </p>
        {isBusy && (
          <p class="small soft" role="status">
            {words.export.busy}
          </p>
        )}
        {problem !== undefined && (
          <p class="notice bad small" role="alert">
            {words.export.failed} {problem}
          </p>
        )}
      </div>
    </details>
  )

  function take(event: Event, format: string): void {
    if (session.value?.key == null) return
    event.preventDefault()
    if (!isBusy) void saveAs(format)
  }

  async function saveAs(format: string): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      await save(address(format))
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  function address(format: string): string {
    const query = apiQuery(rest, Date.now())
    query.set('format', format)
    return `api/traces/export?${query.toString()}`
  }
}
