import { defineDialect, ownTextBack } from '../dialect/index.ts'

export const bedrock = defineDialect({
  provider: 'bedrock',
  source: 'https://docs.aws.amazon.com/bedrock/latest/userguide/inference-chat-completions.html',
  evidence: 'recorded responses of its Chat endpoint',
  response: { field: 'reasoning', details: false, outputExcludesReasoning: false, native: false },
  request: { notKnown: 'no request with settings was recorded: the names that all know are sent' },
  fields: { writesEmpty: ['refusal'] },
  thinking: [{ notKnown: 'no knob was recorded: reasoning_effort is sent' }],
  replay: [
    { ...ownTextBack, carrier: 'reasoning', because: 'optional; it goes back to the model that wrote it', source: 'recorded responses' },
  ],
})
