import type { Part, Stage } from '@reason/core'
import type { NativePart } from '@reason/core/parts'
import { asLoose, imagesIn } from '@reason/wire-kit'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import { ownErrors } from '../../errors/withheld-text.ts'

/**
 * Reports items of Responses that the client's API has no field for. A warning names tools that the client would run (`item-left-out`). An answer that has
 * nothing but such items, or items of the provider's tools, fails: it would look like an empty success.
 */
export function leftOutItems({ api }: Pick<ClientRequest, 'api'>): Stage {
  const isOwn = api.id === 'openai-responses' || api.id === 'generate'
  const left = new Set<string>()
  let hasContent = false
  return { push, passes: () => true }

  function push(part: Part): readonly Part[] {
    if (isOwn) return [part]
    if (part.type === 'native') {
      if (imagesIn(part).length > 0) hasContent = true
      else addName(part)
    } else if (part.type === 'tool-call-start' || (part.type === 'block-start' && part.channel !== 'reasoning')) hasContent = true
    if (part.type !== 'finish' || left.size === 0) return [part]
    const names = [...left].filter((name) => !hasContent || clientRun.has(name)).join(', ')
    left.clear()
    if (hasContent)
      return names === ''
        ? [part]
        : [{ type: 'warning', code: 'item-left-out', message: `Left out of the answer: ${names}. ${remedy}` }, part]
    if (part.reason !== 'stop' && part.reason !== 'tool-calls') return [part]
    const message = `The answer has nothing but items that this API has no field for: ${names}. ${remedy}`
    const error = { message, code: 'not_supported', status: 501 }
    ownErrors.add(error)
    return [
      { type: 'error', error },
      { ...part, reason: 'error' },
    ]
  }

  function addName({ wire, event, value }: NativePart): void {
    if (wire !== 'openai-responses' || event !== 'output_item.done') return
    const { type } = asLoose(value)
    if (!preparing.has(type)) left.add(clientRun.has(type) || providerRun.has(type) ? String(type) : 'an item of an unknown type')
  }
}

const remedy = 'Send the request to /v1/responses.'

/** Items of tools that the client runs, or has to allow. */
const clientRun: ReadonlySet<unknown> = new Set([
  'apply_patch_call',
  'computer_call',
  'local_shell_call',
  'mcp_approval_request',
  'shell_call',
  'tool_search_call',
])
const providerRun: ReadonlySet<unknown> = new Set([
  'code_interpreter_call',
  'file_search_call',
  'image_generation_call',
  'mcp_call',
  'program',
  'web_search_call',
])
/** Items that only prepare an answer. */
const preparing: ReadonlySet<unknown> = new Set(['additional_tools', 'compaction', 'mcp_list_tools', 'tool_search_output'])
