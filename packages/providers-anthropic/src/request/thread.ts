import type { RequestBody, TranslationRefusal } from '@reason/core/wire'
import { asLoose } from '@reason/wire-kit'

/**
 * Refuses a `thread`: a conversation that the server stores, so that only new messages are sent. Other APIs have no such
 * thing.
 *
 * @returns Anthropic's refusal for requests that cannot be threaded. Its client then continues without a thread, or
 * reports the error.
 */
export function refuseThread({ thread }: RequestBody): TranslationRefusal | undefined {
  if (thread === undefined || thread === null) return undefined
  return {
    message:
      `thread is set (${String(asLoose(thread)['type'])}), but this gateway keeps no conversations, and the upstream does not speak Messages. ` +
      'Leave thread out, and send the whole conversation in "messages": Anthropic\'s client does that with `thread: false` for its tool runner, ' +
      "or `unsupportedRequestBehavior: 'continue_unthreaded'` for its threads.",
    param: 'thread',
    details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
  }
}
