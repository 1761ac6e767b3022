import type { Part } from '@reason/core'
import { createPolicy, forHistory, parsePolicyConfig } from '@reason/policy'
import { describe, expect, it } from 'vitest'
import { blocks, resultOf } from '../parts.ts'

const issuer = { wire: 'w' }
const turn: Part[] = [
  { type: 'block-start', block: 0, channel: 'reasoning' },
  { type: 'delta', block: 0, channel: 'reasoning', text: 'secret' },
  {
    type: 'block-end',
    block: 0,
    channel: 'reasoning',
    boundary: 'wire',
    seals: [
      { kind: 'signature', value: 's', issuer },
      { kind: 'encrypted', value: 'e', issuer },
    ],
  },
  { type: 'block-start', block: 1, channel: 'commentary' },
  { type: 'delta', block: 1, channel: 'commentary', text: 'I will look.' },
  { type: 'block-end', block: 1, channel: 'commentary', boundary: 'wire' },
  { type: 'native', wire: 'w', event: 'replay.reasoning_details', value: 'secret' },
  { type: 'native', wire: 'w', event: 'citation', channel: 'answer', value: 1 },
  ...blocks([['answer', 'yes']]).map((part) => ('block' in part ? ({ ...part, block: 2 } as Part) : part)),
]
const call: Part[] = [
  { type: 'tool-call-start', call: 0, name: 'f' },
  { type: 'tool-call-end', call: 0 },
]

describe('forHistory', () => {
  it('has no reasoning: null, and blocks without text and signature', () => {
    const result = forHistory(resultOf(turn))
    expect(result.reasoning).toBeNull()
    expect(JSON.stringify(result.items)).not.toContain('secret')
    expect(result.items).toEqual([
      { type: 'block', channel: 'reasoning', text: '', boundary: 'wire', seals: [{ kind: 'encrypted', value: 'e', issuer }] },
      { type: 'block', channel: 'commentary', text: 'I will look.', boundary: 'wire' },
      { type: 'native', wire: 'w', event: 'citation', channel: 'answer', value: 1 },
      { type: 'block', channel: 'answer', text: 'yes', boundary: 'closer' },
    ])
    expect(result).toMatchObject({ answer: 'yes', commentary: 'I will look.' })
  })

  it('drops commentary where that is asked for', () => {
    const result = forHistory(resultOf(turn), { dropCommentary: true })
    expect(result.commentary).toBe('')
    expect(result.items.some((item) => item.type === 'block' && item.channel === 'commentary')).toBe(false)
  })

  it('keeps the items of an open tool loop whole', () => {
    const result = resultOf([...turn.slice(0, -2), ...call])
    expect(forHistory(result, { dropCommentary: true })).toEqual({ ...result, reasoning: null })
  })

  it('goes by the configuration: commentary for Harmony only', () => {
    const of = (adapter: string, options = {}) => createPolicy(parsePolicyConfig(options), { adapter }).forHistory(resultOf(turn))
    expect(of('harmony')).toMatchObject({ reasoning: null, commentary: '' })
    expect(of('think-tags')).toMatchObject({ reasoning: null, commentary: 'I will look.' })
    expect(of('harmony', { 'llm.postproc.reasoning.drop_from_history': false }).reasoning).toBe('secret')
  })

  it('leaves everything where nothing is to be dropped', () => {
    const result = resultOf(turn)
    expect(forHistory(result, { dropReasoning: false })).toBe(result)
  })
})
