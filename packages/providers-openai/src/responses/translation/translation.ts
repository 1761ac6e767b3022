import type { Translation } from '@reason/core/wire'
import { readResponsesRequest } from '../request/read-request.ts'
import { searchCalls } from './client-search.ts'
import { asFunctions, customCalls, customTools } from './custom-tools.ts'
import { withDeclaredTools } from './declared-tools.ts'
import { namespacedCalls, withFlatNames } from './tool-namespaces.ts'

/** Tools that the conversation declares, tools in namespaces, and custom tools with free text: Codex has all three. */
export function responsesTranslation(reading: Parameters<typeof readResponsesRequest>[1]): Translation {
  return {
    read: (body) => asFunctions(readResponsesRequest(withFlatNames(withDeclaredTools(body)), reading)),
    stages(body, createId) {
      const declared = withDeclaredTools(body)
      const customs = customTools(withFlatNames(declared))
      const stages = [customs.length > 0 ? customCalls(customs) : undefined, namespacedCalls(declared), searchCalls(body, createId)]
      return stages.filter((stage) => stage !== undefined)
    },
  }
}
