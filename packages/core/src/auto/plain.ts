import { SPEC_VERSION, type TextAdapter } from '../adapter.ts'
import { createDelimiters } from '../delimiters.ts'
import { noParts, type Channel, type Part } from '../parts.ts'
import type { Splitter } from '../splitter.ts'

/**
 * Adapter without structure: all text is the answer, or reasoning with `start: 'reasoning'`. For models that do not think, and for wires that already
 * split.
 */
export function plain(): TextAdapter {
  return {
    kind: 'text',
    id: 'plain',
    specVersion: SPEC_VERSION,
    capabilities: { streaming: true, conservation: true, monotone: true, boundedHold: true },
    createSplitter: (context) => createPlainSplitter(context?.start === 'reasoning' ? 'reasoning' : 'answer'),
  }
}

function createPlainSplitter(channel: Channel): Splitter {
  // Without delimiters, the search only keeps surrogate pairs together.
  const nothing = createDelimiters([])
  let held = ''
  let open = false

  return {
    push: (text) => emit(text, false),
    passes: (text) => open && held === '' && text !== '' && nothing.isPlain(text),
    end() {
      const parts = [...emit('', true)]
      if (open) parts.push({ type: 'block-end', block: 0, channel, boundary: 'end-of-stream' })
      open = false
      return parts
    },
  }

  function emit(piece: string, final: boolean): readonly Part[] {
    const text = held === '' ? piece : held + piece
    const { at } = nothing.search(text, 0, final)
    held = at === text.length ? '' : text.slice(at)
    if (at === 0) return noParts
    const delta: Part = { type: 'delta', block: 0, channel, text: at === text.length ? text : text.slice(0, at) }
    if (open) return [delta]
    open = true
    return [{ type: 'block-start', block: 0, channel }, delta]
  }
}
