import type { RequestBody, Translation, TranslationRefusal } from '@reason/core/wire'
import { asList, asLoose, getPath, type Loose } from '@reason/wire-kit'
import { asFunctions, customCalls, customTools, withFunctionItems } from '../../shared/custom-tools.ts'
import { knobRow, requestRow } from '../dialect-rows.ts'
import { readResponsesRequest } from '../request/read-request.ts'
import { asFunctionCalls } from './client-run-calls.ts'
import { searchCalls } from './client-search.ts'
import { withDeclaredTools } from './declared-tools.ts'
import { withoutRepeatedSummaries } from './repeated-summaries.ts'
import { namespacedCalls, withFlatNames } from './tool-namespaces.ts'

/** Translates declared tools, namespaces, and custom tools with free text. Codex uses all three. */
export function responsesTranslation(reading: Parameters<typeof readResponsesRequest>[1]): Translation {
  return {
    read(body, isOwn = false) {
      const flat = withFlatNames(withDeclaredTools(body))
      return asFunctionCalls(asFunctions(readResponsesRequest(isOwn ? withFunctionItems(flat) : withoutRepeatedSummaries(flat), reading)))
    },
    stages(body, createId) {
      const declared = withDeclaredTools(body)
      const customs = customTools(withFlatNames(declared))
      const stages = [customs.length > 0 ? customCalls(customs) : undefined, namespacedCalls(declared), searchCalls(body, createId)]
      return stages.filter((stage) => stage !== undefined)
    },
    ownStages: (body) => [namespacedCalls(withDeclaredTools(body))].filter((stage) => stage !== undefined),
    isNeeded(body, target) {
      const { plainTools, functionsAlone } = requestRow(target)
      const isRefused = knobRow(target).refuses?.some((path) => getPath(body, path) !== undefined) === true
      return isRefused || (plainTools === true && hasOtherTools(body, functionsAlone === true))
    },
    refusal: refuseCompaction,
  }
}

/** Refuses a request to compact the conversation, because only OpenAI can read the result. */
function refuseCompaction({ input }: RequestBody): TranslationRefusal | undefined {
  if (asLoose(asList(input).at(-1))['type'] !== 'compaction_trigger') return undefined
  return {
    message:
      'The last item of input is a compaction_trigger, but the upstream does not speak Responses. Request a text summary, or remove the item.',
    param: 'input',
  }
}

/** @param any - True if every tool other than a function counts. Otherwise only tools of the client count. */
function hasOtherTools({ tools, input }: Loose, any: boolean): boolean {
  const types = asList(tools).map((tool) => asLoose(tool)['type'])
  return (
    types.some((type) => (any ? type !== 'function' : ofClients.test(String(type)))) ||
    asList(input).some((item) => ofClients.test(String(asLoose(item)['type'])))
  )
}

/** Types of the client's tools, and of their items in a conversation. */
const ofClients =
  /^(?:additional_tools|custom|custom_tool_call|custom_tool_call_output|namespace|tool_search|tool_search_call|tool_search_output)$/
