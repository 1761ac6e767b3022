import { asText, isLoose, isText, type ChoiceAssembler, type Loose, type ResponseContext } from '@reason/wire-kit'
import { createPartialArguments, type PartialArguments } from './partial-arguments.ts'

export interface CallReader {
  read(call: Loose, signature: string | undefined): void
  /** Ends the open call, as the next part does not belong to it. */
  end(): void
}

interface OpenCall {
  key: number
  name: string
  args: PartialArguments
  /** True if the arguments came whole. */
  whole: boolean
}

/**
 * Reads the function calls of a candidate. Calls come whole or, on request at Vertex AI, in pieces:
 *
 *     { name, willContinue } ▶ { partialArgs, willContinue }* ▶ {}
 */
export function createCallReader(choice: ChoiceAssembler, index: number, { warn }: ResponseContext): CallReader {
  let open: OpenCall | undefined
  let next = 0

  return { read, end }

  function read(call: Loose, signature: string | undefined): void {
    const name = isText(call.name) ? call.name : ''
    if (!continues(call, name)) {
      end()
      // An empty object ends a call that has already ended.
      if (name === '' && signature === undefined && Object.keys(call).length === 0) return
      open = { key: next++, name, args: createPartialArguments(), whole: false }
      choice.openCall(open.key, { name, ...(isText(call.id) && { id: call.id }) })
    }
    if (signature !== undefined) choice.sealCall(open!.key, { kind: 'thought-signature', value: signature })
    readArguments(open!, call)
    if (call.willContinue !== true) end()
  }

  function continues({ partialArgs }: Loose, name: string): boolean {
    return open !== undefined && (name === '' || (name === open.name && Array.isArray(partialArgs)))
  }

  function readArguments(call: OpenCall, { args, partialArgs }: Loose): void {
    if (Array.isArray(partialArgs) && !call.whole) {
      for (const piece of partialArgs) {
        const text = call.args.push(piece)
        if (text === undefined) keep('odd.partialArgs', piece)
        else choice.callText(call.key, text)
      }
    }
    if (args === undefined || args === null) return
    // Whole arguments beside single values add nothing new.
    if (call.whole || call.args.begun()) return
    call.whole = true
    if (!isLoose(args)) warn('wrong-type', 'The arguments of a function call were no object; they were kept as they came.', 'args', index)
    choice.callText(call.key, asText(args))
  }

  function keep(event: string, value: unknown): void {
    warn('wrong-type', 'A piece of streamed arguments does not say to which call it belongs; it was kept as a native part.', event, index)
    choice.native(event, value, { channel: 'reasoning' })
  }

  function end(): void {
    if (open === undefined) return
    if (!open.whole) choice.callText(open.key, open.args.end())
    choice.closeCall(open.key)
    open = undefined
  }
}
