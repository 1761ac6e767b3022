import { badRequest, type ApiError } from '../../errors/api-error.ts'
import { asList, asObject, type Json } from '../../json.ts'

/**
 * A conversation of Messages that its server keeps, of which only what is new comes. Nothing is kept here, and other APIs know no such thing.
 *
 * @returns The error that Anthropic has for what cannot be threaded: its client goes on without a thread, or tells its caller. Undefined: there is none.
 */
export function refuseThread({ thread }: Json): ApiError | undefined {
  if (thread === undefined || thread === null) return undefined
  const error = badRequest(
    `thread is set (${String(asObject(thread)['type'])}), but this gateway keeps no conversations, and the upstream does not speak Messages. ` +
      'Leave thread out, and send the whole conversation in "messages": Anthropic\'s client does that with `thread: false` for its tool runner, ' +
      "or `unsupportedRequestBehavior: 'continue_unthreaded'` for its threads.",
    'thread',
    'unsupported_parameter',
  )
  return { ...error, more: { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } } }
}

/** A request of Responses to compact what stands before it: only OpenAI can open what comes of that. Undefined: it is none. */
export function refuseCompaction({ input }: Json): ApiError | undefined {
  if (asObject(asList(input).at(-1))['type'] !== 'compaction_trigger') return undefined
  return badRequest(
    'The last item of input is a compaction_trigger, but the upstream does not speak Responses. Request a text summary, or remove the item.',
    'input',
    'unsupported_parameter',
  )
}
