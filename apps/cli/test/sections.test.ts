import type { Part } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { createSectionRenderer, type SectionOptions } from '../src/render/sections.ts'

const block = (number: number, channel: 'reasoning' | 'answer', ...texts: string[]): Part[] => [
  { type: 'block-start', block: number, channel },
  ...texts.map((text): Part => ({ type: 'delta', block: number, channel, text })),
  { type: 'block-end', block: number, channel, boundary: 'closer' },
]

function render(parts: readonly Part[], options: Partial<SectionOptions> = {}): string {
  const renderer = createSectionRenderer({ show: new Set(['reasoning', 'answer', 'tools']), ...options })
  return parts.map((part) => renderer.push(part)).join('') + renderer.end()
}

describe('sections', () => {
  it.each([
    [
      'leave out line feeds at both ends',
      [...block(0, 'reasoning', '\n\nwhy\n'), ...block(1, 'answer', '\n\nyes\n\n')],
      '[reasoning]\nwhy\n\n[answer]\nyes\n',
    ],
    ['keep those in the middle, wherever they are cut', block(0, 'answer', 'a\n', '\n', '\nb', '\n'), '[answer]\na\n\n\nb\n'],
    ['are left out when there is nothing in them', [...block(0, 'reasoning', '\n'), ...block(1, 'answer', 'yes')], '[answer]\nyes\n'],
    [
      'go on where an answer mentions a delimiter',
      [
        ...block(0, 'reasoning', 'why'),
        ...block(1, 'answer', 'Use '),
        { type: 'block-start', block: 2, channel: 'answer' },
        { type: 'delta', block: 2, channel: 'answer', text: '<think>', mention: true },
        { type: 'delta', block: 2, channel: 'answer', text: ' here.\n' },
      ],
      '[reasoning]\nwhy\n\n[answer]\nUse <think> here.\n',
    ],
    [
      'begin where an answer that mentions a delimiter begins',
      [
        ...block(0, 'reasoning', 'why'),
        { type: 'block-start', block: 1, channel: 'answer' },
        { type: 'delta', block: 1, channel: 'answer', text: '<think>', mention: true },
      ],
      '[reasoning]\nwhy\n\n[answer]\n<think>\n',
    ],
    ['print nothing for nothing', [], ''],
    [
      'say what a provider hides',
      [{ type: 'block-start', block: 0, channel: 'reasoning', kind: 'hidden' }, ...block(1, 'answer', 'yes')],
      '[reasoning (hidden by the provider)]\n\n[answer]\nyes\n',
    ],
    [
      'name a tool call without arguments',
      [
        { type: 'tool-call-start', call: 0, name: 'now' },
        { type: 'tool-call-end', call: 0 },
      ],
      '[tool call: now]\n',
    ],
    [
      'begin anew where calls take turns',
      [
        { type: 'tool-call-start', call: 0, name: 'a' },
        { type: 'tool-call-delta', call: 0, text: '1' },
        { type: 'tool-call-start', call: 1, name: 'b' },
        { type: 'tool-call-delta', call: 1, text: '2' },
        { type: 'tool-call-delta', call: 0, text: '3' },
      ],
      '[tool call: a]\n1\n\n[tool call: b]\n2\n\n[tool call: a]\n3\n',
    ],
  ] as [string, Part[], string][])('%s', (_, parts, expected) => {
    expect(render(parts)).toBe(expected)
  })

  it('are only of what is shown, and of one choice', () => {
    const parts: Part[] = [
      ...block(0, 'reasoning', 'why'),
      ...block(1, 'answer', 'yes'),
      { type: 'delta', choice: 1, block: 1, channel: 'answer', text: 'other' },
    ]
    expect(render(parts, { show: new Set(['answer']) })).toBe('[answer]\nyes\n')
  })
})
