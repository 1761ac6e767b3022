import { defineDialect, engineFields, engineRequest, templateSwitches, textBack, threeEfforts } from '../dialect/index.ts'

export const sglang = defineDialect({
  provider: 'sglang',
  source: 'https://docs.sglang.ai/advanced_features/separate_reasoning.html',
  evidence: 'documentation, "Reasoning Parser"',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: engineRequest,
  fields: { own: [...engineFields, 'separate_reasoning', 'stream_reasoning'] },
  thinking: templateSwitches('documentation, "Reasoning Parser"', { effort: threeEfforts }),
  replay: [{ ...textBack, carrier: 'reasoning_content', because: 'optional; helps tool loops', source: 'documentation' }],
})
