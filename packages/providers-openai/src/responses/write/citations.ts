import type { Citation } from '@reason/wire-kit'
import type { ResponsesPartWriter } from './part-writer.ts'

/** Citations that wait for the end of their text. */
export function createCitations() {
  const cited = new Map<string, Citation>()

  return { add, annotate }

  /** A page that comes twice, with and without its title, is one citation. */
  function add(citation: Citation): void {
    const key = 'url' in citation ? citation.url : `${citation.file}\n${citation.title}`
    if ((cited.get(key)?.title ?? '') === '') cited.set(key, citation)
  }

  function annotate(text: ResponsesPartWriter): void {
    const citations = [...cited.values()]
    cited.clear()
    for (const [index, citation] of citations.entries()) {
      const range = { start_index: 0, end_index: text.length() }
      text.annotation(
        'url' in citation
          ? { type: 'url_citation', ...citation, ...range }
          : { type: 'file_citation', file_id: citation.file, filename: citation.title, index },
      )
    }
  }
}
