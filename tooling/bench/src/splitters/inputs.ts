import type { TextAdapter } from '@reason/core'
import { harmony } from '@reason/harmony'
import { marker } from '@reason/marker'
import { thinkTags } from '@reason/think-tags'

/** A text to split, and the expected number of characters per channel, so that no benchmark measures a wrong answer. */
export interface Input {
  name: string
  adapter: TextAdapter
  text: string
  expected: { reasoning: number; answer: number }
}

const sentence = 'alpha beta gamma delta epsilon zeta eta theta iota kappa. '
const prose = (chars: number): string => sentence.repeat(Math.ceil(chars / sentence.length)).slice(0, chars)

/** Inputs of `chars` characters without delimiters: half reasoning, half answer. */
export const splitters: Record<string, (chars: number) => Input> = {
  'think-tags': (chars) => halves('think-tags', thinkTags(), '<think>', '</think>', '', chars),
  harmony: (chars) =>
    halves(
      'harmony',
      harmony(),
      '<|channel|>analysis<|message|>',
      '<|end|><|start|>assistant<|channel|>final<|message|>',
      '<|return|>',
      chars,
    ),
  marker: (chars) => halves('marker', marker({ unclosed: 'reasoning' }), '', '\n===FINAL===\n', '', chars),
}

function halves(name: string, adapter: TextAdapter, open: string, close: string, end: string, chars: number): Input {
  const half = chars >> 1
  const text = open + prose(half) + close + prose(half) + end
  return { name, adapter, text, expected: outcome(adapter, half) }
}

/** Expected lengths. The line ends around a marker belong to the text on either side. */
function outcome(adapter: TextAdapter, half: number): Input['expected'] {
  return adapter.id === 'marker' ? { reasoning: half + 1, answer: half + 1 } : { reasoning: half, answer: half }
}

/** Text that is slow for a splitter that looks back, looks ahead or restarts. */
export const hostile: Record<string, (chars: number) => Input> = {
  'run of "<"': (chars) => enclosed('run of "<"', '<', chars),
  'half closers': (chars) => enclosed('half closers', '</thin', chars),
  'openers, never closed': (chars) => {
    // A splitter takes two adjacent openers as one doubled opener, so a character separates them.
    const text = '<think>.'.repeat(chars / 8)
    return { name: 'openers, never closed', adapter: thinkTags(), text, expected: { reasoning: text.length - 7, answer: 0 } }
  },
  'alternating blocks': (chars) => {
    const count = Math.floor(chars / 19)
    return {
      name: 'alternating blocks',
      adapter: thinkTags(),
      text: '<think>ab</think>cd'.repeat(count),
      expected: { reasoning: 2 * count, answer: 2 * count },
    }
  },
  'harmony: run of "<|"': (chars) => channelled('harmony: run of "<|"', '<|', chars),
  'harmony: headers without end': (chars) => {
    const text = '<|start|>assistant'.repeat(chars / 18)
    return { name: 'harmony: headers without end', adapter: harmony(), text, expected: { reasoning: 0, answer: 0 } }
  },
}

function enclosed(name: string, piece: string, chars: number): Input {
  const body = piece.repeat(Math.floor(chars / piece.length))
  return { name, adapter: thinkTags(), text: `<think>${body}</think>ok`, expected: { reasoning: body.length, answer: 2 } }
}

function channelled(name: string, piece: string, chars: number): Input {
  const body = piece.repeat(Math.floor(chars / piece.length))
  return {
    name,
    adapter: harmony(),
    text: `<|channel|>analysis<|message|>${body}<|end|><|start|>assistant<|channel|>final<|message|>ok<|return|>`,
    expected: { reasoning: body.length, answer: 2 },
  }
}

export function cut(text: string, size: number): string[] {
  const chunks: string[] = []
  for (let from = 0; from < text.length; from += size) chunks.push(text.slice(from, from + size))
  return chunks
}
