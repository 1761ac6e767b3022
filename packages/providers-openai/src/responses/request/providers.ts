import { matchesModel } from '@reason/core/adapter'
import type { ReplayRule, Target } from '@reason/core/conversation'
import { openaiModel } from '../../shared/openai-models.ts'
import type { UserField } from '../../shared/user.ts'
import { rowFor } from '../../shared/rows.ts'

/** What a provider wants back of the reasoning, and what else it is strict about. */
export interface ProviderRow {
  rule: ReplayRule
  /** Responses are kept unless the request says otherwise: the id of an item is as good as the item. */
  keeps?: true
  /** Why an earlier response cannot be gone on from. */
  forgets?: string
  /** A thought goes with what it led to, and what it led to with it. */
  pairs?: true
  /** The id of a thought and the ids of what it led to are looked up together, where they are kept. */
  checksIds?: true
  /** Each call wants an output, each output a call. */
  answers?: true
  /** Outputs stand right behind the calls of their step, and each step has its reasoning, be it empty. */
  steps?: true
  /** Readable reasoning is looked for in `content` alone. */
  contentOnly?: true
  /** It knows calls of custom tools. Absent: their text goes into the arguments of a function. */
  customTools?: true
  /** Longest name of a tool, of letters, digits, `_` and `-`. Absent: any is taken, as far as is known. */
  toolName?: number
  /** It has a value for `include` that asks for sealed reasoning. */
  seals?: true
  /** The name under which it takes the id of the person who asks. Default `user`; null: it refuses it. */
  user?: UserField | null
  /** It refuses `metadata`. */
  noMetadata?: true
  /** `store` has to be false. */
  storeFalse?: true
}

interface Listed extends ProviderRow {
  providers: readonly string[]
  models?: readonly string[]
}

const sealed = (because: string): ReplayRule => ({ text: 'never', sealed: 'always', because })

const openai: ProviderRow = {
  rule: sealed('OpenAI takes reasoning back in its encrypted form, and only its own'),
  pairs: true,
  answers: true,
  customTools: true,
  toolName: 64,
  seals: true,
}

/** As the pages and recorded answers of these providers have it. */
export const rows: readonly Listed[] = [
  { providers: ['openai'], ...openai, keeps: true, checksIds: true, user: 'safety_identifier' },
  { providers: ['azure'], ...openai, keeps: true, checksIds: true },
  { providers: ['copilot'], ...openai },
  {
    providers: ['chatgpt'],
    ...openai,
    storeFalse: true,
    user: null,
    noMetadata: true,
    forgets: 'its responses are not kept, and `store` has to be false',
  },
  { providers: ['bedrock'], ...openai },
  {
    providers: ['bedrock'],
    models: ['*gpt-oss*'],
    rule: { text: 'never', sealed: 'never', because: 'Bedrock was not seen to take the reasoning of gpt-oss back' },
  },
  { providers: ['xai'], rule: sealed('xAI takes reasoning back in its encrypted form'), keeps: true, pairs: true, seals: true },
  {
    providers: ['openrouter'],
    rule: {
      text: 'always',
      sealed: 'always',
      ownTextOnly: true,
      boundTo: ['provider', 'model', 'upstream'],
      because: 'OpenRouter hands reasoning back to the model that wrote it',
    },
    forgets: 'OpenRouter keeps no responses',
  },
  {
    providers: ['deepseek'],
    rule: { text: 'always', sealed: 'never', because: 'DeepSeek wants the reasoning of a conversation with tools back' },
    answers: true,
    steps: true,
    contentOnly: true,
    forgets: 'DeepSeek keeps no responses',
  },
  {
    providers: ['lmstudio', 'vllm', 'sglang', 'mistralrs', 'gpustack'],
    rule: {
      text: 'always',
      sealed: 'never',
      ownTextOnly: true,
      because: 'its own reasoning helps a model in a tool loop and keeps the prefix cache warm',
    },
  },
  {
    providers: ['llamacpp'],
    rule: {
      text: 'always',
      sealed: 'never',
      ownTextOnly: true,
      because: 'its own reasoning helps a model in a tool loop and keeps the prefix cache warm',
    },
    contentOnly: true,
    forgets: 'llama-server keeps no responses',
  },
  { providers: ['ollama'], rule: sealed('Ollama takes reasoning back in the field of the encrypted form, which is its text') },
]

/** For whoever is not listed: nothing that anybody is known to refuse. */
const ofOpenai: ProviderRow = { rule: openai.rule, pairs: true, customTools: true, seals: true }

const unknown: ProviderRow = {
  customTools: true,
  rule: { text: 'always', sealed: 'always', ownTextOnly: true, because: 'a server takes back what it has said' },
}

export const providerRow = ({ provider, model }: Target): ProviderRow =>
  rowFor(rows, provider, model) ?? (isOpenai(model) ? ofOpenai : unknown)

/** Of the models that OpenAI hosts itself. */
const isOpenai = (model: string): boolean => openaiModel(model) !== undefined && !matchesModel(['*gpt-oss*'], model)
