import type { Part } from '@reason/core'
import type { FinishPart, Seal } from '@reason/core/parts'
import { createPolicy, deliverWhole, limitVisibility, parsePolicyConfig, type Mode, type Visibility } from '@reason/policy'
import { describe, expect, it } from 'vitest'
import { blocks, resultOf, through, warningsOf, type Piece } from '../parts.ts'

const pieces: Piece[] = [
  ['reasoning', 'raw secret'],
  ['reasoning', 'digest', 'summary'],
  ['answer', 'yes'],
]
const extras: Part[] = [
  { type: 'start', id: 'r1', native: { secret: true } },
  { type: 'native', wire: 'w', event: 'choice.logprobs', channel: 'reasoning', value: 'secret' },
  { type: 'native', wire: 'w', event: 'late.text', channel: 'answer', value: 'fine' },
  { type: 'native', wire: 'w', event: 'replay.reasoning_details', value: 'secret' },
  { type: 'native', wire: 'w', event: 'service_tier', value: 'flex' },
  { type: 'native', wire: 'w', event: 'mine', value: 'fine' },
  { type: 'markup', of: 'dropped', text: 'secret' },
]
const seen = (visibility: Visibility) =>
  through([limitVisibility(visibility, { now: clock(), nativeEvents: ['mine'] })], [...extras, ...blocks(pieces, [3])])
const clock = () => {
  let ms = 0
  return () => (ms += 5)
}

/** Fields of an item of Responses. */
const record = (value: unknown): Part => ({ type: 'native', wire: 'openai-responses', event: 'replay.item', value })

describe('limitVisibility', () => {
  it.each(['summary', 'label', 'none'] as const)(
    '%s: what a provider says of usage is numbers and words, and nothing that could be text',
    (visibility) => {
      const usage: Part = {
        type: 'usage',
        usage: {
          output: { value: 9, source: 'reported' },
          raw: {
            output_tokens: 9,
            tier: 'flex',
            about: 'raw secret',
            details: [{ modality: 'TEXT', tokens: 3, note: 'a secret' }, 'my secret'],
            'my secret': 1,
          },
        },
      }
      const [seen] = through([limitVisibility(visibility)], [usage])
      expect(seen).toEqual({
        ...usage,
        usage: { ...usage.usage, raw: { output_tokens: 9, tier: 'flex', details: [{ modality: 'TEXT', tokens: 3 }] } },
      })
      expect(through([limitVisibility('full')], [usage])).toEqual([usage])
    },
  )

  it.each(['summary', 'label', 'none'] as const)('%s: a report on a cleared context keeps its numbers, and no text', (visibility) => {
    const edits = { type: 'clear_tool_uses_20250919', cleared_input_tokens: 50, note: 'raw secret' }
    const report: Part = { type: 'native', wire: 'anthropic-messages', event: 'context_management', value: { applied_edits: [edits] } }
    const { note: _, ...counts } = edits
    expect(through([limitVisibility(visibility)], [report])).toEqual([{ ...report, value: { applied_edits: [counts] } }])
  })

  it.each<[unknown, unknown]>([
    [{ completion_tokens_details: { reasoning_tokens: 2, note: 'SECRET' } }, { completion_tokens_details: { reasoning_tokens: 2 } }],
    [
      { total_tokens: 3, SECRET: 3, note: 'SECRET', thought: ['SECRET'] },
      { total_tokens: 3, thought: [] },
    ],
    [
      { cost: '0.00021', service_tier: 'SECRET', is_byok: false, cached_tokens: null },
      { cost: '0.00021', is_byok: false, cached_tokens: null },
    ],
    [{ iterations: [{ type: 'message', model: 'SECRET', output_tokens: 1 }] }, { iterations: [{ type: 'message', output_tokens: 1 }] }],
    [
      { ephemeral_5m_input_tokens: 1, candidatesTokenCount: 2, t7141: 1 },
      { ephemeral_5m_input_tokens: 1, candidatesTokenCount: 2 },
    ],
    ['SECRET', undefined],
  ])('of usage numbers pass under known names, and known words: %j', (raw, expected) => {
    for (const visibility of ['summary', 'label', 'none'] as const) {
      const [part] = through([limitVisibility(visibility)], [{ type: 'usage', usage: { raw } }])
      expect(part).toEqual({ type: 'usage', usage: { raw: expected } })
    }
  })

  const url = { type: 'url_citation', url_citation: { url: 'https://a.example', title: 'A', start_index: 0, end_index: 3, content: 'A b' } }
  const support = { segment: { startIndex: 0, endIndex: 3, text: 'yes' }, groundingChunkIndices: [0], confidenceScores: [0.5] }
  const grounding = {
    groundingChunks: [{ web: { uri: 'https://a.example', title: 'A', domain: 'a.example' } }],
    groundingSupports: [support],
    webSearchQueries: ['a'],
    searchEntryPoint: { renderedContent: '<p>a</p>' },
  }
  const cohere = {
    start: 0,
    end: 3,
    text: 'yes',
    type: 'TEXT_CONTENT',
    sources: [{ type: 'tool', id: 'a', tool_output: { title: 'A', url: 'a' } }],
  }
  const claude = { type: 'char_location', cited_text: 'A', document_index: 0, document_title: null, start_char_index: 0, end_char_index: 3 }
  const converse = { title: 'A', location: { documentChar: { documentIndex: 0, start: 0, end: 1 } }, sourceContent: [{ text: 'A' }] }

  it.each<[string, unknown]>([
    ['message.annotations', [url]],
    ['message.annotations', [{ type: 'file_citation', index: 1, file_id: 'f', filename: 'a.txt' }]],
    ['citations', ['https://a.example/b']],
    ['citation', claude],
    ['citation', cohere],
    ['citation', converse],
    ['candidate.groundingMetadata', grounding],
    ['candidate.citationMetadata', { citationSources: [{ startIndex: 0, uri: 'a', publicationDate: { year: 2026 } }] }],
    [
      'delta.text_annotation_delta',
      { type: 'text_annotation_delta', annotations: [{ type: 'url_citation', url: 'a', title: 'A', start_index: 0 }] },
    ],
    ['message.audio', { id: 'a', data: 'AA==', expires_at: 1, transcript: 'yes' }],
    ['audio.transcript.delta', { type: 'response.audio.transcript.delta', delta: 'yes', sequence_number: 1 }],
    [
      'container',
      { id: 'container_1', expires_at: '2026-11-25T10:00:00Z', skills: [{ type: 'anthropic', skill_id: 'pdf', version: 'latest' }] },
    ],
    ['candidate.safetyRatings', [{ category: 'HARM', probability: 'LOW', probabilityScore: 0.1, blocked: false }]],
    ['stop_reason', 154_827],
    ['system_fingerprint', 'fp_44709d6fcb'],
    ['system_fingerprint', 'b6240-54a241f5'],
    ['service_tier', 'default'],
    ['stop_reason', 'end_turn'],
    ['choice.native_finish_reason', 'MAX_TOKENS'],
  ])('%s passes as it is, and nothing passes that is put into it', (event, value) => {
    const one = (it: unknown): Part => ({ type: 'native', wire: 'w', event, channel: 'answer', value: it })
    const shown = (it: unknown) => through([limitVisibility('none')], [one(it)])
    expect(shown(value)).toEqual([one(value)])
    for (const more of ['SECRET', ['SECRET'], { SECRET: 1 }, { text: { thought: 'SECRET' } }, [{ thoughts: 'SECRET' }]]) {
      const planted = plantedIn(value, more)
      if (planted !== value) expect(shown(planted)).toEqual([one(value)])
    }
    expect(JSON.stringify(shown([{ thoughts: 'SECRET' }]))).not.toContain('SECRET')
    expect(JSON.stringify(shown({ thoughts: 'SECRET', index: 'SECRET', location: 'SECRET' }))).not.toContain('SECRET')
  })

  it.each<[string, unknown]>([
    ['choice.logprobs', { content: [{ token: 'yes', logprob: -0.5, bytes: [121], top_logprobs: [] }], refusal: null }],
    ['logprobs', [{ token: 'yes', logprob: -0.5 }]],
    ['candidate.logprobsResult', { chosenCandidates: [{ token: 'yes' }] }],
    ['candidate.avgLogprobs', -0.5],
    ['stop_sequence', 'and so'],
    ['stop_reason', 'and so'],
    ['system_fingerprint', 'yes'],
    ['service_tier', 'yes'],
    ['choice.native_finish_reason', 'yes'],
  ])('%s does not pass, also where nothing was thought', (event, value) => {
    expect(through([limitVisibility('none')], [{ type: 'native', wire: 'w', event, channel: 'answer', value }])).toEqual([])
  })

  it.each<[Partial<FinishPart>, Partial<FinishPart>]>([
    [
      { reason: 'stop', native: 'end_turn' },
      { reason: 'stop', native: 'end_turn' },
    ],
    [
      { reason: 'length', native: 'incomplete:max_output_tokens' },
      { reason: 'length', native: 'incomplete:max_output_tokens' },
    ],
    [
      { reason: 'unknown', native: 'incomplete:steered' },
      { reason: 'unknown', native: 'incomplete:steered' },
    ],
    [
      { reason: 'length', native: 'incomplete:max_messages' },
      { reason: 'length', native: 'incomplete:max_messages' },
    ],
    [
      { reason: 'unknown', native: 'incomplete:as I thought' },
      { reason: 'unknown', native: 'incomplete' },
    ],
    [{ reason: 'unknown', native: 'wondering' }, { reason: 'unknown' }],
    [
      { reason: 'stop', stopSequence: 'END' },
      { reason: 'stop', stopSequence: 'END' },
    ],
    [{ reason: 'stop', stopSequence: 'as I thought' }, { reason: 'stop' }],
  ])('the ending %j is said as %j', (ending, shown) => {
    const one = (part: Partial<FinishPart>): Part => ({ type: 'finish', reason: 'stop', ...part })
    const stage = limitVisibility('none', { stopSequences: ['END', '###'] })
    expect(through([stage], [one(ending)])).toEqual([one(shown)])
  })

  it.each(['summary', 'label', 'none'] as const)(
    '%s: of a call the namespace of its tool, where it is a name, and whether it is awaited',
    (visibility) => {
      const shown = through(
        [limitVisibility(visibility)],
        [
          record({ type: 'function_call', id: 'fc_1', namespace: 'mcp__git-hub', caller: 'secret' }),
          record({ type: 'custom_tool_call', namespace: 'my secret' }),
          record({ type: 'reasoning', namespace: 'a' }),
          record({ type: 'function_call', id: 'fc_2', async: 'my secret' }),
          record({ type: 'custom_tool_call', id: 'fc_3', async: true, namespace: 'my secret' }),
          record(null),
        ],
      )
      expect(shown).toEqual([
        record({ type: 'function_call', namespace: 'mcp__git-hub' }),
        record({ type: 'custom_tool_call', async: true }),
      ])
    },
  )

  it.each(['summary', 'label', 'none'] as const)('%s: of a message that it begins, and its phase, where it is one', (visibility) => {
    const shown = through(
      [limitVisibility(visibility)],
      [
        record({ type: 'message', id: 'msg_1', phase: 'commentary', created_by: 'secret' }),
        record({ type: 'message', phase: 'final_answer' }),
        record({ type: 'message', phase: 'my secret' }),
        record({ type: 'message' }),
        record({ type: 'reasoning', phase: 'commentary' }),
      ],
    )
    expect(shown).toEqual(
      [{ phase: 'commentary' }, { phase: 'final_answer' }, {}, {}].map((fields) => record({ type: 'message', ...fields })),
    )
  })

  it.each(['summary', 'label', 'none'] as const)('%s: no seal of others, on whatever it sits', (visibility) => {
    const seals: Seal[] = [{ kind: 'thought-signature', value: 'secret', issuer: { wire: 'gemini' } }]
    const parts = through(
      [limitVisibility(visibility)],
      [
        { type: 'block-start', block: 0, channel: 'answer' },
        { type: 'delta', block: 0, channel: 'answer', text: 'yes' },
        { type: 'block-end', block: 0, channel: 'answer', boundary: 'wire', seals },
        { type: 'tool-call-start', call: 0, name: 'f' },
        { type: 'tool-call-end', call: 0, seals },
        { type: 'native', wire: 'gemini', event: 'citations', value: ['https://a.example/fine'], seals },
        { type: 'finish', reason: 'tool-calls', seals },
      ],
    )
    expect(JSON.stringify(parts)).not.toContain('seal')
    expect(parts.map(({ type }) => type)).toEqual([
      'block-start',
      'delta',
      'block-end',
      'tool-call-start',
      'tool-call-end',
      'native',
      'finish',
    ])
  })

  it('full: all of it', () => expect(seen('full')).toEqual([...extras, ...blocks(pieces, [3])]))

  it.each(['summary', 'label', 'none'] as const)('%s: nothing that may repeat the reasoning', (visibility) => {
    const parts = seen(visibility)
    expect(JSON.stringify(parts)).not.toContain('secret')
    expect(parts.filter(({ type }) => type === 'markup')).toEqual([])
    expect(parts.filter((part) => part.type === 'native' && (part.value === 'fine' || part.value === 'flex'))).toHaveLength(3)
    expect(resultOf(parts)).toMatchObject({ answer: 'yes', id: 'r1', finish: { reason: 'stop' } })
  })

  it.each(['summary', 'label', 'none'] as const)('%s: no text of a block that is hidden, over, or was never begun', (visibility) => {
    const parts = through(
      [limitVisibility(visibility)],
      [
        { type: 'delta', block: 9, channel: 'reasoning', text: 'secret' },
        { type: 'block-start', block: 0, channel: 'reasoning' },
        { type: 'delta', block: 0, channel: 'answer', text: 'secret' },
        { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire', terminator: 'secret' },
        { type: 'delta', block: 0, channel: 'reasoning', text: 'secret' },
        { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire', terminator: 'secret' },
        { type: 'end' },
      ],
    )
    expect(JSON.stringify(parts)).not.toContain('secret')
  })

  it('summary: what a provider summed up', () => expect(resultOf(seen('summary')).reasoning).toBe('digest'))

  it('label: that it thinks, and for how long', () => {
    expect(
      seen('label')
        .filter((part) => 'block' in part || (part.type === 'native' && part.wire === 'reason'))
        .slice(0, 4),
    ).toEqual([
      { type: 'block-start', block: 0, channel: 'reasoning', kind: 'hidden' },
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'closer' },
      { type: 'native', wire: 'reason', event: 'thinking-time', channel: 'answer', value: { block: 0, ms: 5 } },
      { type: 'block-start', block: 1, channel: 'reasoning', kind: 'hidden' },
    ])
  })

  it('none: warnings of anything but what is left over in a hidden block', () => {
    const parts: Part[] = [
      { type: 'block-start', block: 0, channel: 'reasoning' },
      { type: 'warning', code: 'service-token', message: 'In the thought.', block: 0 },
      { type: 'warning', code: 'mixed-markup', message: 'Of something else.', block: 0 },
      { type: 'warning', code: 'service-token', message: 'Nowhere.' },
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'closer' },
      { type: 'block-start', block: 1, channel: 'answer' },
      { type: 'warning', code: 'service-token', message: 'In the answer.', block: 1 },
    ]
    const messages = through([limitVisibility('none')], parts).flatMap((part) => (part.type === 'warning' ? [part.message] : []))
    expect(messages).toEqual(['Of something else.', 'Nowhere.', 'In the answer.'])
  })

  it.each(['summary', 'label', 'none'] as const)('%s: nothing of a channel that an adapter invented', (visibility) => {
    const channel = 'secret' as 'answer'
    const parts: Part[] = [
      { type: 'block-start', block: 0, channel },
      { type: 'delta', block: 0, channel, text: 'raw secret' },
      { type: 'native', wire: 'w', event: 'mine', channel, value: 'raw secret' },
      { type: 'block-end', block: 0, channel, boundary: 'closer' },
      { type: 'delta', block: 1, channel, text: 'raw secret' },
    ]
    expect(JSON.stringify(through([limitVisibility(visibility)], parts))).not.toContain('raw secret')
  })

  it('none: not even that', () => expect(JSON.stringify(seen('none'))).not.toContain('"reasoning"'))
})

describe('deliverWhole', () => {
  it('gives a block in one piece at its end, and delays nothing else', () => {
    const types = through([deliverWhole()], blocks(pieces, [2])).flatMap((part) => ('text' in part ? [part.text] : []))
    expect(types).toEqual(['raw secret', 'digest', 'ye', 's'])
  })

  it('gives what there is of a block that never ends', () => {
    const cut = blocks([['reasoning', 'abc']], [1]).filter(({ type }) => type !== 'block-end')
    expect(resultOf(through([deliverWhole()], cut)).reasoning).toBe('abc')
  })
})

describe('modes', () => {
  const policy = (mode: Mode, visibility: Visibility = 'full') => {
    const { stages, report } = createPolicy(parsePolicyConfig(), { mode, visibility })
    return { parts: through(stages, blocks(pieces, [2])), report }
  }

  it('off withholds, and says how much', () => {
    const { parts, report } = policy('off')
    expect(resultOf(parts)).toMatchObject({ reasoning: '', answer: 'yes' })
    expect(report().hiddenBlocks).toBe(2)
  })

  it('on gives whole blocks, stream gives what comes', () => {
    const deltas = (mode: Mode) => policy(mode).parts.filter((part) => part.type === 'delta' && part.channel === 'reasoning').length
    expect([deltas('on'), deltas('stream')]).toEqual([2, 8])
  })

  it('says nothing of service tokens in what is not shown', () => {
    const told = (visibility: Visibility) => {
      const { stages, report } = createPolicy(parsePolicyConfig(), { serviceTokens: ['</s>'], visibility })
      return [warningsOf(through(stages, blocks([['reasoning', 'a</s>']]))), report().serviceTokens.reasoning, report().leaks]
    }
    expect(told('full')).toEqual([['service-token'], 1, []])
    expect(told('none')).toEqual([[], 1, []])
  })

  it('counts a service token behind a tag at the end of a reasoning field, and removes both', () => {
    const { stages, report } = createPolicy(parsePolicyConfig(), { serviceTokens: ['</s>'], visibility: 'full' })
    const parts = through(stages, blocks([['reasoning', '<think>a</think></s>']]))
    expect(resultOf(parts).reasoning).toBe('a')
    expect(report().serviceTokens.reasoning).toBe(1)
  })

  it('a mode shows no more than the visibility allows', () => expect(resultOf(policy('stream', 'summary').parts).reasoning).toBe('digest'))
})

/** The same value with a field more in each of its objects. */
function plantedIn(value: unknown, more: unknown): unknown {
  if (Array.isArray(value)) return value.some((one) => typeof one === 'object') ? value.map((one) => plantedIn(one, more)) : value
  if (typeof value !== 'object' || value === null) return value
  return { thoughts: more, ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plantedIn(one, more)])) }
}
