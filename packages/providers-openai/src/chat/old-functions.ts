import { isEmpty, type Loose } from '@reason/wire-kit'

/**
 * Returns the functions of a client that uses the API's first version. Such a client knows no tools, and reads a single
 * call from `function_call`.
 */
export function oldFunctions({ functions, tools }: Loose): readonly unknown[] | undefined {
  return Array.isArray(functions) && functions.length > 0 && isEmpty(tools) ? functions : undefined
}

/** Translates the old `function_call` of a request to a tool choice. */
export const toolChoiceOf = ({ tool_choice: choice, function_call: call }: Loose): unknown =>
  choice ?? (typeof call === 'string' ? call : isEmpty(call) ? undefined : { type: 'function', function: call })
