import { useState } from 'preact/hooks'
import { words } from '../../../words/en/traces.ts'
import { MarkedText } from './marked-text.tsx'
import { chunksOf, hitPattern } from './segments.ts'

/** Maximum length in UTF-16 units. The rest is shown on demand. */
const atOnce = 200_000

interface Props {
  text: string
  /** Query whose words are marked. */
  query: string | undefined
}

/** Reasoning as text, with marks of the redactor and of the search. */
export function ReasoningText({ text, query }: Props) {
  const [isWhole, setWhole] = useState(false)
  const hits = query === undefined ? undefined : hitPattern(query)
  const shown = isWhole || text.length <= atOnce ? text : text.slice(0, atOnce)
  return (
    <div class="trace-text" dir="auto">
      {chunksOf(shown).map((chunk, index) => (
        <div class="trace-chunk" key={index}>
          <MarkedText text={chunk} hits={hits} />
        </div>
      ))}
      {shown.length < text.length && (
        <button type="button" class="button" onClick={() => setWhole(true)}>
          {words.one.rest(text.length - shown.length)}
        </button>
      )}
    </div>
  )
}
