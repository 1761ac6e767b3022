import type { Amendment, PassThrough } from '@reason/core/wire'
import { asList, asLoose, atOnce } from '@reason/wire-kit'
import { readResponsesRequest } from './request/read-request.ts'
import { writeResponsesRequest } from './request/write-request.ts'

/**
 * Changes to a request if both the client and the provider speak Responses. Old reasoning stays, because items refer to
 * each other by id, and the provider itself drops reasoning that it does not use.
 */
export function responsesPassThrough(reading: Parameters<typeof readResponsesRequest>[1]): PassThrough {
  return {
    amendments: [withSummaries],
    askingFor(visibility, body, target) {
      const { knobs = {} } = readResponsesRequest({ ...body, input: [] }, reading)
      if (knobs.visibility !== undefined || knobs.enabled === false || knobs.effort === 'none') return {}
      const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }]
      const written = atOnce(writeResponsesRequest({ model: target.model, messages, knobs: { ...knobs, visibility } }, target, reading))
      const { summary } = asLoose(written.body['reasoning'])
      return summary === undefined ? {} : { reasoning: { ...asLoose(body['reasoning']), summary } }
    },
  }
}

/** Adds an empty summary to reasoning without one. OpenAI and Meta require the field, and some clients leave it out with nothing in it. */
const withSummaries: Amendment = (body) => {
  const { input } = body
  if (!asList(input).some(lacksSummary)) return undefined
  return { body: { ...body, input: asList(input).map((item) => (lacksSummary(item) ? { ...asLoose(item), summary: [] } : item)) } }
}

function lacksSummary(item: unknown): boolean {
  const { type, summary } = asLoose(item)
  return type === 'reasoning' && (summary === undefined || summary === null)
}
