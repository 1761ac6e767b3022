import type { PassThrough } from '@reason/core/wire'
import { asLoose } from '@reason/wire-kit'
import { readResponsesRequest } from './request/read-request.ts'
import { writeResponsesRequest } from './request/write-request.ts'

/**
 * Changes to a request if both the client and the provider speak Responses. Old reasoning stays, because items refer to
 * each other by id, and the provider itself drops reasoning that it does not use.
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
