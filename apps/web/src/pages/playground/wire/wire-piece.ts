/** A part or an event of ours, short enough to be read beside others. */
export interface WirePiece {
  /** `delta`, `token`. */
  name: string
  /** Which channel it belongs to, or that it is a tool's, for its colour and line. */
  kind: string | undefined
  /** Its text, where that is all that matters. */
  text: string | undefined
  /** Everything else of it, as JSON. */
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
