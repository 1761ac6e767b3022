import { defineResponsesDialect, fullyShown, ownTextBack } from '../dialect/index.ts'

export const llamacpp = defineResponsesDialect({
  provider: 'llamacpp',
  source: 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
  native: false,
  // llama-server refuses other tools: `'type' of tool must be 'function'`. Builds since May 2026 ignore them.
  request: [{ ...ownTextBack, contentOnly: true, plainTools: true, functionsAlone: true, forgets: 'llama-server keeps no responses' }],
  thinking: [fullyShown],
})
