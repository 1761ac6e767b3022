import { plural } from '../render/plural.ts'
import type { Paint } from '../render/styles.ts'
import { createRegion } from './region.ts'
import { truncate, wrap } from '../render/wrap.ts'
import { createWrappedText } from './wrapped-text.ts'

/** Views of the reasoning: its last lines until the answer begins, all of it permanently, or only that the model thinks. */
export const thinkingViews = ['live', 'open', 'closed'] as const
export type ThinkingView = (typeof thinkingViews)[number]

/** Display of the reasoning while the model thinks: a few dim lines that are repainted. One line remains. */
export interface Thinking {
  add(text: string): void
  /** Opens or closes the reasoning. */
  toggle(): void
  /** Leaves one line, or the whole reasoning if it is open. */
  end(): void
}

const linesWhenLive = 6
const paintEveryMs = 60

export function createThinking(stream: NodeJS.WriteStream, paint: Paint, view: ThinkingView): Thinking {
  const startedAt = Date.now()
  const region = createRegion(stream)
  const pieces: string[] = []
  const wrapped = createWrappedText(columns())
  let chars = 0
  let current = view
  const timer = setInterval(frame, paintEveryMs)
  frame()

  return {
    add(text) {
      pieces.push(text)
      chars += text.length
      wrapped.add(text)
    },
    toggle() {
      current = current === 'open' ? 'live' : 'open'
      frame()
    },
    end() {
      clearInterval(timer)
      region.clear()
      const text = pieces.join('').trim()
      const line = paint('dim', `${current === 'open' ? '▾' : '▸'} thought for ${measures()}`)
      if (current !== 'open' || text === '') return void stream.write(`${line}\n`)
      const lines = wrap(text, columns()).map((one) => paint('dim', `│ ${one}`.trimEnd()))
      stream.write(`${[...lines, line].join('\n')}\n`)
    },
  }

  function frame(): void {
    wrapped.resize(columns())
    const lines = wrapped.last(current === 'closed' ? 0 : current === 'open' ? rows() - 3 : Math.min(linesWhenLive, rows() - 3))
    const head = truncate(`▾ thinking · ${measures()} · Ctrl-T ${current === 'open' ? 'closes' : 'opens'}, Esc stops`, columns())
    region.paint([paint('dim', head), ...lines.map((line) => paint('dim', `│ ${line}`.trimEnd()))])
  }

  function measures(): string {
    const tokens = chars === 0 ? '' : ` · about ${plural(Math.ceil(chars / 4), 'token')}`
    return `${((Date.now() - startedAt) / 1000).toFixed(1)} s${tokens}`
  }

  /** Width beside the bar. One column less than available, because terminals differ at the edge. */
  function columns(): number {
    return Math.max(10, (stream.columns || 80) - 3)
  }

  function rows(): number {
    return Math.max(4, stream.rows || 24)
  }
}
