import { valueAt } from './fields.ts'
import { createQuestions, type Ask } from './questions.ts'

export interface RenderedPromptOptions {
  /** Model name, for servers with several models. */
  model?: string | undefined
  /** Variables of the chat template, such as `enable_thinking`. */
  kwargs?: Readonly<Record<string, unknown>> | undefined
  tools?: readonly unknown[] | undefined
}

/** Maximum length of the returned prompt, in characters. It exceeds any template's text after the last message. */
const longestPromptEnd = 4096

/**
 * Returns the end of the prompt that llama-server would give the model, including its own switches: the reliable start
 * state (tools/server/README.md, `POST /apply-template`). No model runs. The server renders one conversation, so do not
 * call it for each request.
 *
 * @returns At most the last 4,096 characters. Undefined if the server has no such endpoint, or refuses the messages.
 */
export async function renderedPrompt(
  ask: Ask,
  messages: readonly unknown[],
  { model, kwargs, tools }: RenderedPromptOptions = {},
): Promise<string | undefined> {
  const { json } = await createQuestions(ask).ask('/apply-template', {
    messages,
    ...(model !== undefined && { model }),
    ...(kwargs !== undefined && { chat_template_kwargs: kwargs }),
    ...(tools !== undefined && { tools }),
  })
  const prompt = valueAt(json, 'prompt')
  return typeof prompt === 'string' ? prompt.slice(-longestPromptEnd) : undefined
}
