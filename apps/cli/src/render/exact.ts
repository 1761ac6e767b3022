import type { ShownChannel } from './shown.ts'
import type { PartRenderer } from './renderer.ts'

/** Prints the unchanged text of the shown channels. Tool calls are one line each: name, blank, arguments. */
export function createExactRenderer(show: ReadonlySet<ShownChannel>, choice = 0): PartRenderer {
  return {
    push(part) {
      if ((part.choice ?? 0) !== choice) return ''
      if (part.type === 'delta') return show.has(part.channel) ? part.text : ''
      if (!show.has('tools')) return ''
      if (part.type === 'tool-call-start') return `${part.name} `
      if (part.type === 'tool-call-delta') return part.text
      return part.type === 'tool-call-end' ? '\n' : ''
    },
    end: () => '',
  }
}
