import type { Effort } from '@reason/core/conversation'
import type { ForModels } from '../../shared/by-model.ts'
import { openaiModels } from '../../shared/openai-models.ts'
import { has, isSampled, sampling, type Conflict } from './conflict.ts'
import type { KnobRow } from './knob-row.ts'
import type { DialectRequestFacts } from './request-facts.ts'
import { reasoningEffort } from './thinking.ts'

/** Facts shared by OpenAI's own models, at OpenAI and at Azure. */
export const openaiRequest: DialectRequestFacts = {
  maxTokens: 'max_completion_tokens',
  user: 'safety_identifier',
  developer: true,
  refusal: true,
  answers: true,
  customTools: true,
  strict: true,
  strictSchema: true,
  stops: 4,
  callId: { pattern: /^.{1,40}$/s, length: 40 },
  toolName: 64,
  instructionsAnywhere: true,
}

export const openaiThinking = openaiModels.map(({ reasons, efforts, byDefault, ...row }): ForModels<KnobRow> => {
  const thinks = thinksOf(reasons, efforts, byDefault)
  return {
    ...row,
    ...(thinks !== undefined && { thinks }),
    shows: 'none',
    ...(efforts.length > 0 && { effort: reasoningEffort(...efforts) }),
    source: 'API reference, reasoning_effort: values differ by model',
  }
})

function thinksOf(reasons: boolean, efforts: readonly Effort[], byDefault: Effort | undefined): KnobRow['thinks'] {
  if (!reasons) return 'never'
  if (!efforts.includes('none')) return 'always'
  if (byDefault === undefined) return undefined
  return byDefault === 'none' ? 'if-asked' : 'by-default'
}

const thinkers = openaiModels
  .filter(({ reasons }) => reasons)
  .flatMap(({ models }) => models.filter((pattern) => !pattern.startsWith('gpt-oss')))

export const oldTokenLimit: Conflict = {
  models: thinkers,
  when: has('max_tokens'),
  rule: 'max_tokens is refused by models that think, which take max_completion_tokens',
  drop: ['max_tokens'],
}

/** Settings that these models refuse while they think. */
export const whileThinking: readonly Conflict[] = [
  {
    models: thinkers,
    // Applies only if the model is known to think. Otherwise the refusal is not known either.
    when: (at) => at.thinks === true && (isSampled(at) || at.body.logprobs === true || has('top_logprobs', 'logit_bias')(at)),
    rule: 'models that think take no temperature, top_p, penalties or logprobs',
    drop: [...sampling, 'logprobs', 'top_logprobs', 'logit_bias'],
  },
  {
    models: ['o1', 'o1-*', 'o3', 'o3-*', 'o4-*'],
    when: has('parallel_tool_calls'),
    rule: 'the first models that think call one tool at a time, and refuse parallel_tool_calls',
    drop: ['parallel_tool_calls'],
  },
  {
    models: ['o3', 'o3-*', 'o4-*', 'gpt-5', 'gpt-5-*', 'gpt-5.1*', 'gpt-5.2*', 'gpt-5.3*', 'gpt-5.4*'],
    except: ['o3-mini*', 'gpt-5-chat*', 'gpt-5.*-chat*'],
    when: has('stop'),
    rule: 'models that think take no stop sequences before GPT-5.5',
    drop: ['stop'],
  },
]
