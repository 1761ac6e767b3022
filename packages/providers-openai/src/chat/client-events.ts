import { inSnakeCase, isLoose, type Loose } from '@reason/wire-kit'

/** Fields of the clients of Mistral and OpenRouter. Each choice has the first one, and a chunk with usage alone has the second. */
const signs = new Set(['finishReason', 'promptTokens'])

/** Converts what a client yields to an event of Chat Completions. Mistral's client wraps each event in `data`. */
export function fromChatClient(event: Loose): Loose {
  const { data } = event
  return inSnakeCase(event['choices'] === undefined && isLoose(data) && Array.isArray(data['choices']) ? data : event, signs)
}
