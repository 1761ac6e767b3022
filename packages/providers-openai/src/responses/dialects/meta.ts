import { museEfforts, museWithoutMax } from '../../shared/muse-spark.ts'
import { defineResponsesDialect, sealedBack } from '../dialect/index.ts'

export const meta = defineResponsesDialect({
  provider: 'meta',
  source: 'https://dev.meta.ai/docs/reasoning',
  native: true,
  request: [{ rule: sealedBack('Meta takes reasoning back in its encrypted form'), seals: true }],
  thinking: [
    { models: museWithoutMax, efforts: museEfforts, shows: 'asked' },
    { efforts: [...museEfforts, 'max'], shows: 'asked' },
  ],
})
