import { createDelimiters, noParts, SPEC_VERSION, type Part, type Splitter, type TextAdapter } from '@reason/core'
import type { Channel } from '@reason/core/parts'

const names = ['think', 'thinking', 'thought', 'reasoning']
const openers = names.map((name) => `<${name}>`)
const closers = names.map((name) => `</${name}>`)

/** Splits only the tags that count for every model: what `auto` recognises without the adapter under test. */
export const commonTags: TextAdapter = {
  kind: 'text',
  id: 'common-tags-of-the-kit',
  specVersion: SPEC_VERSION,
  capabilities: { streaming: true, multipleReasoningBlocks: true, conservation: true, monotone: true, tags: true },
  signals: [...openers.map((text) => ({ text })), ...closers.map((text) => ({ text, before: 'reasoning' as const }))],
  createSplitter: (context) => createCommonTagsSplitter(context?.start === 'reasoning'),
}

function createCommonTagsSplitter(isInThought: boolean): Splitter {
  const delimiters = createDelimiters([...openers, ...closers])
  let channel: Channel = isInThought ? 'reasoning' : 'answer'
  let block = -1
  let isOpen = false
  let held = ''

  return {
    push: (text) => read(held + text, false),
    end() {
      const parts = [...read(held, true)]
      close(parts)
      return parts
    },
  }

  function read(text: string, final: boolean): readonly Part[] {
    if (text === '') return noParts
    const parts: Part[] = []
    for (let from = 0; ;) {
      const { found, at, end, index } = delimiters.search(text, from, final)
      write(parts, text.slice(from, at))
      held = found ? '' : text.slice(at)
      if (!found) return parts
      close(parts)
      parts.push({ type: 'markup', of: 'delimiter', text: text.slice(at, end) })
      channel = index < openers.length ? 'reasoning' : 'answer'
      from = end
    }
  }

  function write(parts: Part[], text: string): void {
    if (text === '') return
    if (!isOpen) parts.push({ type: 'block-start', block: ++block, channel })
    isOpen = true
    parts.push({ type: 'delta', block, channel, text })
  }

  function close(parts: Part[]): void {
    if (isOpen) parts.push({ type: 'block-end', block, channel, boundary: 'closer' })
    isOpen = false
  }
}
