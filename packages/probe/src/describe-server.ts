import { identifyServer } from './identity.ts'
import { describeLlamaServer } from './llama-server.ts'
import { describeLmStudio } from './lm-studio.ts'
import { describeOllama } from './ollama.ts'
import { createQuestions, type Ask, type Questions } from './questions.ts'
import type { FoundFacts, ServerDescription, ServerId } from './server-description.ts'
import { describeSglang } from './sglang.ts'
import { describeVllm } from './vllm.ts'

export interface DescribeServerOptions {
  /** The model to describe, as requests name it. Default: the server's first or loaded model. */
  model?: string | undefined
  /** The server, if known. This saves the requests that identify it. */
  known?: ServerId | undefined
  /**
   * Makes llama-server generate one token, because only its response reliably shows `splits`. Default false: a server
   * with one slot would lose the prompt cache of its latest conversation.
   */
  generates?: boolean | undefined
}

type Describe = (questions: Questions, options: DescribeServerOptions) => Promise<FoundFacts>

const describers: Readonly<Record<ServerId, Describe>> = {
  'llama-server': (questions, { model, generates = false }) => describeLlamaServer(questions, model, generates),
  ollama: (questions, { model }) => describeOllama(questions, model),
  vllm: (questions, { model }) => describeVllm(questions, model),
  sglang: (questions) => describeSglang(questions),
  'lm-studio': (questions, { model }) => describeLmStudio(questions, model),
}

/**
 * Reads a server's self-description. Sends at most 8 requests, each once, and none makes a model generate unless
 * `generates` is set. The server is not trusted: values of wrong types and beyond the stated sizes are ignored.
 *
 * @param ask - Limits the time and the size of each response.
 * @returns A description without `server` if no response identifies it. Never rejects.
 */
export async function describeServer(ask: Ask, options: DescribeServerOptions = {}): Promise<ServerDescription> {
  const questions = createQuestions(ask)
  const server = options.known ?? (await identifyServer(questions, options.model))
  const found = server === undefined ? {} : await describers[server](questions, options)
  return { server, ...found, evidence: questions.evidence() }
}
