import { efforts } from '@reason/core/conversation'
import { defineResponsesDialect, sealedBack } from '../dialect/index.ts'

export const ollama = defineResponsesDialect({
  provider: 'ollama',
  source: 'https://docs.ollama.com/api/openai-compatibility',
  native: false,
  request: [{ plainTools: true, rule: sealedBack('Ollama takes reasoning back in the field of the encrypted form, which is its text') }],
  thinking: [{ efforts, shows: 'summary' }],
})
