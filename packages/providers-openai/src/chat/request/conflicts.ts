import { matchesModel } from '@reason/core'
import type { KnobReport, Knobs } from '@reason/core/conversation'
import type { Loose } from '@reason/wire-kit'
import { deepseek } from '../../shared/deepseek.ts'
import { asksToThink, forcedToolWay } from '../../shared/forced-tool.ts'
import { openaiModels } from '../../shared/openai-models.ts'
import { dialectBy } from '../find-dialect.ts'
import { has, isForced, isSampled, odd, sampling, type Conflict, type Situation } from './conflict.ts'
import { getPath, withPath } from './fields.ts'
import type { ListedConflict } from './listed.ts'

const thinkers = openaiModels
  .filter(({ reasons }) => reasons)
  .flatMap(({ models }) => models.filter((pattern) => !pattern.startsWith('gpt-oss')))
const kimis = ['*kimi-k2.5*', '*kimi-k2.6*', '*kimi-k2.7*', '*kimi-k2-5*', '*kimi-k2-6*', '*kimi-k2-7*', '*kimi-k3*']

const both =
  (one: string, other: string) =>
  ({ body }: Situation): boolean =>
    getPath(body, one) !== undefined && getPath(body, other) !== undefined

/** In the order in which they are settled. */
export const conflicts: readonly ListedConflict[] = [
  {
    providers: ['openai', 'azure'],
    models: thinkers,
    when: has('max_tokens'),
    rule: 'max_tokens is refused by models that think, which take max_completion_tokens',
    drop: ['max_tokens'],
  },
  {
    // `Function tools with reasoning_effort are not supported for gpt-5.6-terra in /v1/chat/completions. To use function tools, use
    // /v1/responses or set reasoning_effort to 'none'.` From GPT-5.5 on that holds for the effort that a model has by default, too.
    providers: ['openai'],
    models: ['gpt-5.4*', 'gpt-5.5*', 'gpt-5.6*', 'gpt-5.7*', 'gpt-5.8*', 'gpt-5.9*', 'gpt-6*'],
    except: ['gpt-5.*-chat*', 'gpt-5.*-pro*', 'gpt-5.*-codex*'],
    when: (at) => at.hasTools && at.body.reasoning_effort !== 'none' && (at.thinks !== false || has('reasoning_effort')(at)),
    rule: 'Chat Completions refuses tools while the model thinks; Responses takes both',
    set: [['reasoning_effort', 'none']],
    effective: { enabled: false },
  },
  {
    providers: ['openai', 'azure'],
    models: thinkers,
    // Where nobody knows whether it will think, nobody knows that it refuses them.
    when: (at) => at.thinks === true && (isSampled(at) || at.body.logprobs === true || has('top_logprobs', 'logit_bias')(at)),
    rule: 'models that think take no temperature, top_p, penalties or logprobs',
    drop: [...sampling, 'logprobs', 'top_logprobs', 'logit_bias'],
  },
  {
    providers: ['openai', 'azure'],
    models: ['o1', 'o1-*', 'o3', 'o3-*', 'o4-*'],
    when: has('parallel_tool_calls'),
    rule: 'the first models that think call one tool at a time, and refuse parallel_tool_calls',
    drop: ['parallel_tool_calls'],
  },
  {
    providers: ['openai', 'azure'],
    models: ['o3', 'o3-*', 'o4-*', 'gpt-5', 'gpt-5-*', 'gpt-5.1*', 'gpt-5.2*', 'gpt-5.3*', 'gpt-5.4*'],
    except: ['gpt-5-chat*', 'gpt-5.*-chat*'],
    when: has('stop'),
    rule: 'models that think take no stop sequences before GPT-5.5',
    drop: ['stop'],
  },
  {
    providers: ['deepseek'],
    forced: 'switched',
    when: isForced,
    rule: deepseek.forcedTool,
    set: [['thinking.type', 'disabled']],
    drop: ['reasoning_effort'],
    effective: { enabled: false },
  },
  {
    providers: ['moonshot'],
    models: kimis,
    when: isSampled,
    rule: 'temperature, top_p and penalties of Kimi are fixed',
    drop: sampling,
  },
  {
    providers: ['moonshot'],
    when: both('thinking.type', 'reasoning_effort'),
    rule: 'thinking and reasoning_effort exclude each other',
    drop: ['reasoning_effort'],
  },
  {
    providers: ['moonshot'],
    except: ['*kimi-k2.6*', '*kimi-k2-6*', '*kimi-k2.7*', '*kimi-k2-7*', '*kimi-k3*'],
    when: has('thinking.keep'),
    rule: 'thinking.keep is refused by all models but K2.6, K2.7 and K3',
    drop: ['thinking.keep'],
  },
  {
    providers: ['moonshot'],
    models: ['*kimi-k2.5*', '*kimi-k2.6*', '*kimi-k2-5*', '*kimi-k2-6*', '*kimi-latest*'],
    forced: 'switched',
    when: isForced,
    rule: 'a forced tool_choice is refused while thinking',
    set: [['thinking.type', 'disabled']],
    effective: { enabled: false },
  },
  {
    providers: ['moonshot'],
    models: ['*kimi-k2-thinking*', '*kimi-k2.7*', '*kimi-k2-7*', '*kimi-k3*', '*kimi-thinking*'],
    forced: 'always',
    when: isForced,
    rule: 'a forced tool_choice is refused while thinking',
  },
  {
    providers: ['xai'],
    models: ['*grok-4*', '*grok-3-mini*', '*grok-code*'],
    when: (at) => at.thinks !== false && has('presence_penalty', 'frequency_penalty', 'stop')(at),
    rule: 'models that think take no penalties and no stop sequences',
    drop: ['presence_penalty', 'frequency_penalty', 'stop'],
  },
  {
    providers: ['groq'],
    when: both('include_reasoning', 'reasoning_format'),
    rule: 'include_reasoning and reasoning_format exclude each other',
    drop: ['include_reasoning'],
  },
  {
    providers: ['groq'],
    when: (at) => at.body.reasoning_format === 'raw' && (at.hasTools || has('tools', 'response_format')(at)),
    rule: 'reasoning_format "raw" is refused with tools and with JSON',
    set: [['reasoning_format', 'parsed']],
  },
  {
    providers: ['openrouter', 'vercel-gateway', 'snowflake'],
    when: both('reasoning.effort', 'reasoning.max_tokens'),
    rule: 'reasoning takes an effort or max_tokens, not both',
    drop: ['reasoning.effort'],
  },
  {
    providers: ['fireworks'],
    when: both('reasoning_effort', 'thinking.budget_tokens'),
    rule: 'reasoning_effort and thinking exclude each other',
    drop: ['reasoning_effort'],
  },
  {
    providers: ['google'],
    when: both('reasoning_effort', 'extra_body.google.thinking_config.thinking_budget'),
    rule: 'reasoning_effort and thinking_budget exclude each other',
    drop: ['reasoning_effort'],
  },
  {
    providers: ['openrouter', 'vercel-gateway', 'snowflake'],
    models: ['*claude*'],
    when: (at) => at.asked && odd(at.body, 'temperature', 1),
    rule: 'Claude takes no temperature but 1 while thinking',
    drop: ['temperature'],
  },
  {
    providers: ['openrouter', 'vercel-gateway', 'snowflake'],
    models: ['*claude*'],
    when: ({ body }) => {
      const budget = getPath(body, 'reasoning.max_tokens')
      const most = body.max_tokens ?? body.max_completion_tokens
      return typeof budget === 'number' && typeof most === 'number' && budget >= most
    },
    rule: 'the budget of thinking, 1024 tokens at least, has to be less than the tokens of the whole output',
    refuse: true,
  },
  {
    providers: ['openrouter', 'vercel-gateway', 'snowflake'],
    models: ['*claude*'],
    when: (at) => isForced(at) && at.asked,
    rule: 'a forced tool_choice turns the thinking of Claude off, without a word',
  },
]

export interface Settled {
  body: Record<string, unknown>
  /** What the model will do after all. */
  effective: Knobs
  notes: string[]
  refusals: string[]
}

/** What a model at a provider refuses, in the order in which it is settled. */
export function conflictsOf(provider: string | undefined, model: string): Conflict[] {
  const rows = dialectBy(provider)?.conflicts ?? conflicts.filter(({ providers }) => provider !== undefined && providers.includes(provider))
  return rows.filter(({ models, except = [] }) => (models === undefined || matchesModel(models, model)) && !matchesModel(except, model))
}

/** Settles what the provider would refuse, and says by which of its rules. */
export function settleConflicts(
  body: Loose,
  { provider, model, hasTools = false }: { provider?: string; model: string; hasTools?: boolean },
  report: KnobReport,
): Settled {
  const asked = asksToThink(report.asked)
  const notes: string[] = []
  const refusals: string[] = []
  let settled: Record<string, unknown> = body
  let { effective } = report
  for (const { when, rule, drop = [], set = [], effective: instead, refuse, forced } of conflictsOf(provider, model)) {
    if (!when({ body: settled, thinks: effective.enabled, asked, hasTools })) continue
    const way = forced && forcedToolWay(report.asked, { thinks: effective.enabled === true, isSwitchable: forced === 'switched' })
    if (forced !== undefined && way === undefined) continue
    if (refuse === true || way === 'refuse') {
      refusals.push(`${provider} refuses it for ${model}: ${rule}.`)
      continue
    }
    const dropped = drop.filter((path) => getPath(settled, path) !== undefined)
    if (dropped.includes('max_tokens'))
      settled = withPath(settled, 'max_completion_tokens', settled.max_completion_tokens ?? settled.max_tokens)
    for (const path of dropped) settled = withPath(settled, path, undefined)
    for (const [path, value] of set) settled = withPath(settled, path, value)
    effective = instead ?? effective
    const done = [...dropped.map((path) => `${path} was left out`), ...set.map(([path, value]) => `${path} is ${JSON.stringify(value)}`)]
    notes.push(`${provider}, ${model}: ${rule}${done.length > 0 ? `; ${done.join(', ')}` : ''}.`)
  }
  return { body: settled, effective, notes, refusals }
}
