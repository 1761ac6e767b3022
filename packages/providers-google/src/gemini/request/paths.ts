import type { ThinkingPaths } from '../../shared/knobs.ts'

export const thinkingPaths: ThinkingPaths = {
  budget: 'generationConfig.thinkingConfig.thinkingBudget',
  level: 'generationConfig.thinkingConfig.thinkingLevel',
  shown: { path: 'generationConfig.thinkingConfig.includeThoughts', on: true, off: false },
}
