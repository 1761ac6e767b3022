import type { Part, Stage } from '@reason/core'
import type { NativePart } from '@reason/core/parts'
import { imagesIn, itemIn } from '@reason/wire-kit'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import type { Visibility } from '@reason/keys'
import { asObject } from '../../json.ts'
import { ownErrors } from '../../errors/withheld-text.ts'
import { withImages } from './made-images.ts'

/**
 * Reports items of an answer that the client's API has no field for. A warning names them (`item-left-out`), but no searches: the text says
 * what they found. An answer that has nothing but such items fails: it would look like an empty success.
 *
 * @param visibility - Below `full`, clients get neither sound nor tools that the provider ran, because a model could tell its thoughts there.
 */
export function leftOutItems({ api }: Pick<ClientRequest, 'api'>, visibility: Visibility = 'full'): Stage {
  const hasImages = withImages.has(api.id)
  /** Names of the items, and whether a warning names them beside a text. */
  const left = new Map<string, boolean>()
  let hasContent = false
  let remedy = ''
  return { push, passes: () => true }

  function push(part: Part): readonly Part[] {
    if (part.type === 'native') {
      if (part.wire !== api.id) readItem(part)
      else if (visibility !== 'full' && api.id === 'openai-chat') add(itemIn(part), needsFull)
    } else if (part.type === 'tool-call-start' || (part.type === 'block-start' && part.channel !== 'reasoning')) hasContent = true
    if (part.type !== 'finish' || left.size === 0) return [part]
    const names = [...left].flatMap(([name, isTold]) => (isTold || !hasContent ? [name] : [])).join(', ')
    left.clear()
    if (hasContent)
      return names === ''
        ? [part]
        : [{ type: 'warning', code: 'item-left-out', message: `Left out of the answer: ${names}. ${remedy}` }, part]
    if (part.reason !== 'stop' && part.reason !== 'tool-calls') return [part]
    const reason = remedy === needsFull ? 'this key may not get' : 'this API has no field for'
    const message = `The answer has nothing but items that ${reason}: ${names}. ${remedy}`
    const error = { message, code: 'not_supported', status: 501 }
    ownErrors.add(error)
    return [
      { type: 'error', error },
      { ...part, reason: 'error' },
    ]
  }

  function readItem(part: NativePart): void {
    if (imagesIn(part).length > 0) {
      if (hasImages) hasContent = true
      else add('image', 'Use Chat Completions or Responses.', false)
      return
    }
    const name = itemIn(part)
    const shown = name === undefined || known.has(name) ? name : 'an item of an unknown type'
    const isSearch = quiet.has(name) || quiet.has(asObject(part.value)['name'])
    add(shown, remedies[part.wire] ?? 'Ask the model for a text.', !isSearch)
  }

  function add(name: string | undefined, way: string, isTold = true): void {
    if (name === undefined) return
    left.set(name, isTold || left.get(name) === true)
    remedy = way
  }
}

const needsFull = 'It needs a key with visibility "full".'
const remedies: Readonly<Record<string, string>> = {
  'openai-responses': 'Send the request to /v1/responses.',
  'anthropic-messages': 'Send the request to /v1/messages.',
}

/** Searches. They need no warning beside a text. */
const quiet: ReadonlySet<unknown> = new Set([
  ...'web_search_call file_search_call google_search_call google_maps_call url_context_call toolCall toolResponse'.split(' '),
  ...'web_search web_fetch tool_search_tool_regex tool_search_tool_bm25'.split(' '),
])
/** Items with a name that may be shown. */
const known: ReadonlySet<string> = new Set([
  ...'apply_patch_call computer_call local_shell_call mcp_approval_request shell_call tool_search_call'.split(' '),
  ...'code_interpreter_call file_search_call image_generation_call mcp_call program web_search_call'.split(' '),
  ...'server_tool_use mcp_tool_use container_upload'.split(' '),
  ...'executableCode codeExecutionResult toolCall toolResponse'.split(' '),
  ...'code_execution_call file_search_call google_maps_call google_search_call mcp_server_tool_call url_context_call'.split(' '),
  ...'audio document executed_tools media video'.split(' '),
])
