import { defineDialect, enableThinking, hostRequest, textBack } from '../dialect/index.ts'

export const modelscope = defineDialect({
  provider: 'modelscope',
  source: 'https://modelscope.cn/docs/model-service/API-Inference/intro',
  evidence: 'API documentation: reasoning_content, as its engine sends it',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: { ...hostRequest, streamsToThink: true },
  thinking: [{ shows: 'full', toggle: enableThinking, source: 'as DashScope; reported: refused for answers that are not streamed' }],
  replay: [{ ...textBack, carrier: 'reasoning_content', because: 'optional; helps tool loops', source: 'as its engine' }],
})
