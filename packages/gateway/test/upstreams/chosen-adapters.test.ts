import { checkInput } from '@reason/conformance'
import type { StreamContext } from '@reason/core'
import { parsePolicyConfig } from '@reason/policy'
import { expect, it } from 'vitest'
import { createChoose } from '../../src/upstreams/adapter-choice.ts'
import { createFormats } from '../../src/upstreams/formats.ts'

const { registry } = createFormats({ upstreamFormat: 'openai-chat', reasoningField: 'reasoning_content' })
const choose = createChoose(registry, { adapter: undefined, modelFamily: undefined }, parsePolicyConfig({}))

const hidden: StreamContext = { origin: {}, native: true, guarded: true }

/** Texts of mixed vocabularies, as the gateway splits them: adapters that watch for another format, and hints about a server. */
it.each<[model: string, text: string, context: StreamContext]>([
  ['gpt-oss-120b', 'channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Four.', hidden],
  ['gpt-oss-120b', 'hannel|>analysis<|message|>', hidden],
  [
    'longcat-flash',
    '<think>`<thinking>`\u200b</think>[nused17]<|inner_suffix|>>',
    { origin: { says: 'open' }, native: true, grammar: true },
  ],
  [
    'inkling',
    '<|end_of_solution|><analysis>\n\n"<|begin_of_solution|>"\\eif a < bn<|inner_prefix|>',
    { origin: {}, grammar: true, thinking: false },
  ],
  ['gpt-oss-120b', '<|channel|>thought\nSum |cl<|chnnel|>thought\n<|im_end|><|channel|>thought\nFour.', { origin: {}, native: true }],
  ['gpt-oss-120b', '<|start|>assistant<|START|><|message|>Four.', { origin: {} }],
  ['gpt-oss-120b', '<|start|><|return|>annel|>commentary<|m', { origin: {} }],
  ['exaone-4.5', '</think> <eos>', { origin: { says: 'open' }, tools: ['f'] }],
  ['deepseek-r1', '\t</think>\n<|open|>response<|sep|>\n\n', { ...hidden, whole: true }],
  ['phi-4-reasoning', '\n<|im_end|><|content|>{"a":"b"}', { origin: { says: 'open' }, native: true }],
  ['solar-open-100b', '\t\t<|im_end|><|content|>Four.', { ...hidden, prefill: '<|begin_of_thought|>x' }],
])('text of %s is split alike however it is cut, and nothing of it is lost: %j', (model, text, context) => {
  const { adapter, context: known } = choose(model, undefined)
  const options = { context: { ...known, ...context }, longestDelimiter: Number.POSITIVE_INFINITY }
  expect(checkInput(adapter, text, options)).toEqual([])
})
