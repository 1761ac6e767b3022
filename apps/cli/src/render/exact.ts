import type { Shown } from './shown.ts'
import type { Renderer } from './renderer.ts'

/** The text of the channels that are shown, to the character; of tool calls, a line each: name, blank, arguments. */
export function createExactRenderer(show: ReadonlySet<Shown>, choice = 0): Renderer {
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
