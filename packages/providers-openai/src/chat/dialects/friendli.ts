import { defineDialect, openHost, samplerFields, templateSwitches } from '../dialect/index.ts'

export const friendli = defineDialect({
  provider: 'friendli',
  source: 'https://friendli.ai/docs/guides/reasoning',
  evidence: 'documentation, "Reasoning": reasoning_content where parse_reasoning asks for it, else tags',
  ...openHost,
  fields: { own: [...samplerFields, 'parse_reasoning'] },
  thinking: templateSwitches('documentation, "Reasoning": chat_template_kwargs'),
})
