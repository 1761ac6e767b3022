import { defineDialect, openHost, templateSwitches } from '../dialect/index.ts'
import { isKnown, type ByModel, type ForModels } from '../../shared/by-model.ts'
import { google } from './google.ts'

const page = 'documentation, "Thinking for open models"'
const ofGemini = <Row extends object>(rows: ByModel<Row>): ForModels<Row>[] =>
  rows.filter((row) => isKnown<Row>(row)).map((row) => ({ models: ['*gemini*'], ...row }))

export const googleVertex = defineDialect({
  ...google,
  provider: 'google-vertex',
  source: 'https://docs.cloud.google.com/vertex-ai/generative-ai/docs/maas/capabilities/thinking',
  evidence: 'Gemini as at AI Studio; of open models reasoning_content, and tags of the older ones',
  thinking: [
    ...ofGemini(google.thinking),
    { models: ['*thinking*', '*deepseek-r1*', '*minimax*'], thinks: 'always', shows: 'full', source: page },
    ...templateSwitches(page),
  ],
  replay: [...ofGemini(google.replay), ...openHost.replay],
})
