import { isEmpty, type Loose } from '@reason/wire-kit'

/** The functions that a client of the API's first version offers, which knows no tools: it looks for one call, in `function_call`. */
export function oldFunctions({ functions, tools }: Loose): readonly unknown[] | undefined {
  return Array.isArray(functions) && functions.length > 0 && isEmpty(tools) ? functions : undefined
}

/** What was `function_call` in a request is said of a tool now. */
export const toolChoiceOf = ({ tool_choice: choice, function_call: call }: Loose): unknown =>
  choice ?? (typeof call === 'string' ? call : isEmpty(call) ? undefined : { type: 'function', function: call })
