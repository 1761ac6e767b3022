import { defineResponsesDialect, fullyShown, noLimitSeen, ownTextBack } from '../dialect/index.ts'

export const llamacpp = defineResponsesDialect({
  provider: 'llamacpp',
  source: 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
  native: false,
  request: [{ ...ownTextBack, contentOnly: true, forgets: 'llama-server keeps no responses' }],
  thinking: [fullyShown],
  limits: noLimitSeen,
})
