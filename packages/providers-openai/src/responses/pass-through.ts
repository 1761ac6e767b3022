import type { PassThrough } from '@reason/core/wire'
import { asLoose } from '@reason/wire-kit'
import { readResponsesRequest } from './request/read-request.ts'
import { writeResponsesRequest } from './request/write-request.ts'

/**
 * What changes in a request of Responses for a provider that speaks them, too. Old reasoning stays: items name each other by id, so that each
 * that is missing is missed, and the provider leaves out by itself what it has no use for.
 */
export function responsesPassThrough(reading: Parameters<typeof readResponsesRequest>[1]): PassThrough {
  return {
    askingFor(visibility, body, target) {
      const { knobs = {} } = readResponsesRequest({ ...body, input: [] }, reading)
      if (knobs.visibility !== undefined || knobs.enabled === false || knobs.effort === 'none') return {}
      const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }]
      const written = writeResponsesRequest({ model: target.model, messages, knobs: { ...knobs, visibility } }, target, reading)
      const { summary } = asLoose(written.body['reasoning'])
      return summary === undefined ? {} : { reasoning: { ...asLoose(body['reasoning']), summary } }
    },
  }
}
