import { inSnakeCase, isIndex, isLoose, type Loose } from '@reason/wire-kit'

/** Fields of the clients of Mistral and OpenRouter. Each choice has the first one, and a chunk with usage alone has the second. */
const signs = new Set(['finishReason', 'promptTokens'])

/** Converts what a client yields to an event of Chat Completions. Mistral's client wraps each event in `data`. */
export function fromChatClient(event: Loose): Loose {
  const { data } = event
  return inSnakeCase(event['choices'] === undefined && isLoose(data) && Array.isArray(data['choices']) ? data : event, signs)
}

/** Converts one choice of an answer, or the message of a choice, to a whole answer: applications often pass on no more. */
export function fromChatPiece(event: Loose): Loose {
  // Events of Messages have a type, and also a role, or an index with a delta.
  if (event['choices'] !== undefined || event['type'] !== undefined) return event
  if (event['role'] === 'assistant') return { choices: [{ message: event }] }
  return isIndex(event['index']) && (isLoose(event['message']) || isLoose(event['delta'])) ? { choices: [event] } : event
}
