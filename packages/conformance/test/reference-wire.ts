import { SPEC_VERSION, type Part, type WireFormat } from '@reason/core'
import type { Frame, WireReader } from '@reason/core/wire'

/** An event of an invented wire format, with a few optional fields. */
interface Event {
  reasoning?: string
  answer?: string
  call?: { name: string; args: string }
  seal?: string
  usage?: { input: number; output: number; reasoning: number }
  error?: string
  finish?: string
  choice?: number
}

/** The smallest wire format that keeps every rule. Tests plant bugs in it through `alter`. */
export function referenceWire(alter: (part: Part) => readonly Part[] = (part) => [part]): WireFormat {
  const unused = () => {
    throw new Error('The reference only reads.')
  }
  return {
    kind: 'wire',
    id: 'reference-wire',
    specVersion: SPEC_VERSION,
    capabilities: {},
    createReader: () => createReader(alter),
    readResponse(body) {
      const reader = createReader(alter)
      return [...(body as Event[]).flatMap((event) => reader.push(event)), ...reader.end()]
    },
    createWriter: unused,
    writeResponse: unused,
  }
}

function createReader(alter: (part: Part) => readonly Part[]): WireReader {
  const choices = new Map<number, { blocks: number; calls: number; open?: Part & { type: 'block-start' } }>()

  return {
    push: (event) => read(event as Event).flatMap(alter),
    pushFrame: ({ data }: Frame) => read(JSON.parse(data) as Event).flatMap(alter),
    end: () => [...[...choices.keys()].flatMap((choice) => close(choice)), { type: 'end' } as Part].flatMap(alter),
  }

  function read({ reasoning, answer, call, seal, usage, error, finish, choice = 0 }: Event): Part[] {
    if (!choices.has(choice)) choices.set(choice, { blocks: 0, calls: 0 })
    return [
      ...(reasoning === undefined ? [] : text(choice, 'reasoning', reasoning)),
      ...(answer === undefined ? [] : text(choice, 'answer', answer)),
      ...(seal === undefined ? [] : close(choice, seal)),
      ...(call === undefined ? [] : callParts(choice, call)),
      ...(usage === undefined ? [] : [{ type: 'usage' as const, usage: { ...counts(usage), raw: usage } }]),
      ...(error === undefined ? [] : [{ type: 'error' as const, error: { message: error } }]),
      ...(finish === undefined ? [] : [...close(choice), { type: 'finish' as const, reason: 'stop' as const, native: finish, choice }]),
    ]
  }

  function text(choice: number, channel: 'reasoning' | 'answer', piece: string): Part[] {
    const state = choices.get(choice)!
    const parts: Part[] = []
    if (state.open?.channel !== channel) {
      parts.push(...close(choice))
      state.open = { type: 'block-start', block: state.blocks++, channel, choice }
      parts.push(state.open)
    }
    return [...parts, { type: 'delta', block: state.open.block, channel, text: piece, choice }]
  }

  function close(choice: number, seal?: string): Part[] {
    const state = choices.get(choice)!
    const { open } = state
    delete state.open
    if (open === undefined) return []
    const seals = seal === undefined ? {} : { seals: [{ kind: 'signature' as const, value: seal, issuer: { wire: 'reference-wire' } }] }
    return [{ type: 'block-end', block: open.block, channel: open.channel, boundary: 'wire', choice, ...seals }]
  }

  function callParts(choice: number, { name, args }: { name: string; args: string }): Part[] {
    const call = choices.get(choice)!.calls++
    return [
      ...close(choice),
      { type: 'tool-call-start', call, name, choice },
      ...(args === '' ? [] : [{ type: 'tool-call-delta' as const, call, text: args, choice }]),
      { type: 'tool-call-end', call, choice },
    ]
  }
}

const counts = (usage: NonNullable<Event['usage']>) =>
  Object.fromEntries(Object.entries(usage).map(([field, value]) => [field, { value, source: 'reported' as const }]))
