import { identifyServer } from './identity.ts'
import { describeLlamaServer } from './llama-server.ts'
import { describeLmStudio } from './lm-studio.ts'
import { describeOllama } from './ollama.ts'
import { createQuestions, type Ask, type Questions } from './questions.ts'
import type { ServerDescription, ServerId } from './server-description.ts'
import { describeSglang } from './sglang.ts'
import { describeVllm } from './vllm.ts'

export interface DescribeOptions {
  /** The model that is asked about, as requests name it. Default: the one that the server lists first, or has loaded. */
  model?: string | undefined
  /** The server, if it is known: no question is spent on finding out. */
  known?: ServerId | undefined
  /**
   * Have llama-server write one token, as its answer is the only certain word on `splits`. Default false: a server with one slot
   * would lose the prompt cache of its latest conversation.
   */
  generates?: boolean | undefined
}

type Describe = (questions: Questions, options: DescribeOptions) => Promise<Omit<ServerDescription, 'server' | 'evidence'>>

const describers: Readonly<Record<ServerId, Describe>> = {
  'llama-server': (questions, { model, generates = false }) => describeLlamaServer(questions, model, generates),
  ollama: (questions, { model }) => describeOllama(questions, model),
  vllm: (questions, { model }) => describeVllm(questions, model),
  sglang: (questions) => describeSglang(questions),
  'lm-studio': (questions, { model }) => describeLmStudio(questions, model),
}

/**
 * Asks a server what it says of itself. Sends at most 8 questions, each once, and none of them has a model answer unless `generates`
 * is set. What a server says is not trusted: values of other types and beyond the stated sizes are ignored.
 *
 * @param ask - Bounds the time and the size of each answer.
 * @returns A description without `server` if no answer tells which one it is. Never rejects.
 */
export async function describeServer(ask: Ask, options: DescribeOptions = {}): Promise<ServerDescription> {
  const questions = createQuestions(ask)
  const server = options.known ?? (await identifyServer(questions, options.model))
  const found = server === undefined ? {} : await describers[server](questions, options)
  return { server, ...found, evidence: questions.evidence() }
}
