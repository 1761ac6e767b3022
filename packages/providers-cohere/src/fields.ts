/** Fields by which events of Cohere's own client differ from events of the wire. */
export const clientFields: ReadonlySet<string> = new Set(['finishReason', 'toolCalls', 'toolPlan'])

/** Fields that are read by name. */
export const ownFields = {
  response: new Set(['id', 'type', 'message', 'usage', 'finish_reason', 'error', 'delta', 'index', 'raw_response', 'rawResponse']),
  message: new Set(['role', 'content', 'tool_calls', 'tool_plan', 'citations']),
}
