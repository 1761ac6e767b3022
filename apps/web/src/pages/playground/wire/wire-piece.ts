/** A part or event, shortened for the table. */
export interface WirePiece {
  /** `delta`, `token`. */
  name: string
  /** Channel of the part, or `tool`, for its colour. */
  kind: string | undefined
  /** Text of the part, if it has any. */
  text: string | undefined
  /** All other fields, as JSON. */
  rest: string
}

export function pieceOf(one: { type: string }): WirePiece {
  const { type, ...fields } = one as { type: string; [field: string]: unknown }
  const { text, ...others } = fields
  const rest = JSON.stringify(others)
  const channel = fields['channel'] ?? channelOf[type]
  return {
    name: type,
    kind: typeof channel === 'string' ? channel : undefined,
    text: typeof text === 'string' ? text : undefined,
    rest: rest === '{}' ? '' : rest,
  }
}

const channelOf: Readonly<Record<string, string>> = {
  analysis: 'reasoning',
  commentary: 'commentary',
  token: 'answer',
  tool_call: 'tool',
  'tool-call-start': 'tool',
  'tool-call-delta': 'tool',
  'tool-call-end': 'tool',
}
