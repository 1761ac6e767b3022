import { defineResponsesDialect, fullyShown, noLimitSeen, ownTextBack } from '../dialect/index.ts'

export const llamacpp = defineResponsesDialect({
  provider: 'llamacpp',
  source: 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
  native: false,
  // `'type' of tool must be 'function'`; builds since May 2026 pass others over.
  request: [{ ...ownTextBack, contentOnly: true, plainTools: true, functionsAlone: true, forgets: 'llama-server keeps no responses' }],
  thinking: [fullyShown],
  limits: noLimitSeen,
})
