import { createDelimiters, noParts, type Part, type Splitter, type TextAdapter } from '@reason/core'
import type { Channel } from '@reason/core/parts'

/** A small but correct tag adapter, for tests of core that need an adapter: `<r>…</r>` and `<call>NAME</call>`. */
export function tags(overrides: Partial<TextAdapter> = {}): TextAdapter {
  return {
    kind: 'text',
    id: 'tags',
    specVersion: 1,
    capabilities: { streaming: true, tags: true, toolCalls: true },
    signals: [{ text: '<r>' }, { text: '</r>', before: 'reasoning' }],
    createSplitter: (context) => createTagsSplitter(context?.start === 'reasoning'),
    ...overrides,
  }
}

function createTagsSplitter(startsInReasoning: boolean): Splitter {
  const delimiters = createDelimiters(['<r>', '</r>', '<call>', '</call>'])
  let held = ''
  let channel: Channel | 'call' = startsInReasoning ? 'reasoning' : 'answer'
  let block = -1
  let call = -1
  let open = false
  return { push: (text) => run(text, false), end: () => [...run('', true), ...close('end-of-stream')] }

  function run(piece: string, final: boolean): readonly Part[] {
    const text = held + piece
    const parts: Part[] = []
    let from = 0
    let match = delimiters.search(text, from, final)
    while (match.found) {
      const { at, end, index } = match
      emit(text.slice(from, at), parts)
      parts.push(...close('closer', text.slice(at, end)), { type: 'markup', text: text.slice(at, end), of: 'delimiter' })
      channel = (['reasoning', 'answer', 'call', 'answer'] as const)[index]!
      if (channel === 'call') parts.push({ type: 'tool-call-start', call: ++call, name: 'call' })
      from = end
      match = delimiters.search(text, from, final)
    }
    emit(text.slice(from, match.at), parts)
    held = text.slice(match.at)
    return parts.length === 0 ? noParts : parts
  }

  function emit(text: string, parts: Part[]): void {
    if (text === '') return
    if (channel === 'call') {
      parts.push({ type: 'tool-call-delta', call, text })
      return
    }
    if (!open) parts.push({ type: 'block-start', block: ++block, channel })
    open = true
    parts.push({ type: 'delta', block, channel, text })
  }

  function close(boundary: 'closer' | 'end-of-stream', terminator?: string): Part[] {
    if (channel === 'call') return [{ type: 'tool-call-end', call, boundary }]
    if (!open) return []
    open = false
    return [{ type: 'block-end', block, channel, boundary, ...(terminator === undefined ? {} : { terminator }) }]
  }
}
