import type { Fits } from './fit.ts'
import type { RequestDraft } from './request-draft.ts'
import { asksToThink } from './request-fields.ts'
import type { Json } from '../../json.ts'

/** Limits of how an answer is delivered. */
export const streamFits: Fits<'whole' | 'streams' | 'streams-to-think'> = {
  whole({ at, set }, { withTools }) {
    if (at('stream') !== true) return
    const why = `only answers as a whole${withTools === true ? ' if there are tools' : ''}`
    set('stream', false, why)
    set('stream_options', undefined, why)
  },
  streams: (draft, _, { streaming }) => requestStream(draft, streaming, 'only answers in streams'),
  'streams-to-think'(draft, _, { streaming }) {
    const { at, body, set } = draft
    if (at('stream') === true) return
    // A request that does not ask for thinking is sent with thinking off, which needs no stream.
    if (asksToThink(body()) && (at('n') ?? 1) === 1) return requestStream(draft, streaming, 'only thinks in streams')
    set('enable_thinking', false, 'only thinks in streams')
  },
}

function requestStream({ at, set }: RequestDraft, streaming: Json, why: string): void {
  if (at('stream') === true) return
  for (const [name, value] of Object.entries(streaming)) set(name, value, why)
}
