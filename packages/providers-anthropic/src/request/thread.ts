import type { RequestBody, TranslationRefusal } from '@reason/core/wire'
import { asLoose } from '@reason/wire-kit'

/**
 * A conversation of Messages that its server keeps, of which only what is new comes. Other APIs know no such thing.
 *
 * @returns The refusal that Anthropic has for what cannot be threaded: its client goes on without a thread, or tells its caller.
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
