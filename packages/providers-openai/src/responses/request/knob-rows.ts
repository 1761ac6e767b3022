import { efforts, type Effort, type Target } from '@reason/core/conversation'
import { deepseek } from '../../shared/deepseek.ts'
import { openaiModel } from '../../shared/openai-models.ts'
import { rowFor } from '../../shared/rows.ts'

/** What a provider lets be said about the reasoning of its models. */
export interface KnobRow {
  /** Efforts that it takes; none: the parameter is refused. */
  efforts: readonly Effort[]
  /** What an effort is taken for. Absent: the next higher one that it has, else the highest. */
  as?: Partial<Readonly<Record<Effort, Effort>>>
  /** Effort where none is asked for. Absent: not known. */
  byDefault?: Effort
  /** The model never reasons. */
  never?: true
  /** What comes of the reasoning: `asked`, a digest where one is asked for. Absent: not known, and a digest can be asked for. */
  shows?: 'asked' | 'summary' | 'full' | 'none'
  /** It takes a limit in tokens. */
  budget?: true
  /** It takes `context` and `mode`. */
  modes?: true
  /** Other fields that it refuses, or does nothing about, while it thinks; of a forced tool, its own words. */
  whileThinking?: { sampling?: 'refused' | 'ignored'; forcedTool?: string }
  /** Smallest limit of the output, in tokens. */
  leastOutput?: number
  /** Fields that it refuses always. */
  refuses?: readonly string[]
}

interface Listed extends KnobRow {
  providers: readonly string[]
  models?: readonly string[]
}

const common: readonly Effort[] = ['low', 'medium', 'high']

const deepseekModels: { models?: readonly string[]; byDefault: Effort }[] = [
  { byDefault: deepseek.byDefault },
  { models: deepseek.notByDefault, byDefault: 'none' },
]

export const rows: readonly Listed[] = [
  ...deepseekModels.map(({ models, byDefault }): Listed => ({
    providers: ['deepseek'],
    ...(models !== undefined && { models }),
    efforts: ['none', ...deepseek.efforts],
    as: deepseek.as,
    byDefault,
    shows: 'full',
    whileThinking: { sampling: 'ignored', forcedTool: deepseek.forcedTool },
  })),
  { providers: ['xai'], efforts, shows: 'summary' },
  { providers: ['xai'], models: ['grok-4.3*'], efforts: ['none', ...common], byDefault: 'low', shows: 'summary' },
  { providers: ['xai'], models: ['grok-4.5*'], efforts: common, byDefault: 'high', shows: 'summary' },
  { providers: ['xai'], models: ['grok-3-mini*'], efforts: ['low', 'high'], as: { medium: 'high' }, shows: 'summary' },
  { providers: ['xai'], models: ['grok-4', 'grok-4-*', 'grok-4.20-reasoning*', 'grok-code-*'], efforts: [], shows: 'summary' },
  { providers: ['xai'], models: ['*non-reasoning*'], efforts: [], never: true, shows: 'none' },
  { providers: ['openrouter'], efforts: ['none', 'minimal', ...common, 'xhigh'], shows: 'asked', budget: true, modes: true },
  { providers: ['ollama'], efforts, shows: 'summary' },
  { providers: ['lmstudio', 'llamacpp', 'vllm', 'sglang', 'mistralrs', 'gpustack'], efforts, shows: 'full' },
  { providers: ['bedrock'], models: ['*gpt-oss*'], efforts: common, byDefault: 'medium', shows: 'full' },
]

/** Of OpenAI's own models, wherever they run; and for what nobody knows: everything is passed on. */
export const knobRow = ({ provider, model }: Target): KnobRow => rowFor(rows, provider, model) ?? ofOpenai(model, provider)

function ofOpenai(name: string, provider: string | undefined): KnobRow {
  const limits = {
    ...(provider === 'chatgpt' && { refuses: ['max_output_tokens'] }),
    ...((provider === 'openai' || provider === 'azure') && { leastOutput: 16 }),
  }
  const model = openaiModel(name)
  if (model === undefined) return { efforts, modes: true, ...limits }
  if (!model.reasons) return { efforts: [], never: true, shows: 'none', ...limits }
  return {
    efforts: model.efforts,
    ...(model.byDefault !== undefined && { byDefault: model.byDefault }),
    shows: 'asked',
    modes: true,
    whileThinking: { sampling: 'refused' },
    ...limits,
  }
}
