import {
  toolSteps,
  type AssistantMessage,
  type CallPlace,
  type Issuer,
  type Message,
  type Piece,
  type ToolMessage,
  type ToolStep,
} from '@reason/core/conversation'
import { asLoose, beginsStep, isLoose, saidNothing, type Loose, type Steps } from '@reason/wire-kit'
import { fieldsOf, isFromHere, kept, notes } from './extras.ts'
import { writePiece } from './pieces.ts'
import type { PlacedMessage } from './plan.ts'
import { resultParts } from './results.ts'
import { writeModelParts, type WriteContext } from './write-model.ts'

export interface WrittenContents {
  contents: Record<string, unknown>[]
  system?: Record<string, unknown>
  refusals: string[]
}

/**
 * Writes contents. Leading instructions become the system instruction. Results of a step are grouped right behind their
 * calls, as Google requires.
 */
export function* writeContents(messages: readonly Message[], context: WriteContext): Steps<WrittenContents> {
  const contents: Record<string, unknown>[] = []
  const refusals: string[] = []
  const leading = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const instructions = leading < 0 ? messages : messages.slice(0, leading)
  const systemParts = instructions.flatMap((message) => instructionParts((message as { content: readonly Piece[] }).content))
  /** Parts of the content that results may still join. */
  let results: unknown[] | undefined

  for (const [index, step] of toolSteps(messages).entries()) {
    if (beginsStep(2 * index)) yield
    const isCached = context.isCached && step.from === 0
    if (!step.pending && !isCached) refusals.push(...refusalsOf(step))
    const isMoved = isOutOfOrder(step)
    const calls = new Map(step.results.map(({ message, call }) => [message, call]))
    for (const index of isMoved ? inOrder(step) : indexesOf(step)) {
      const message = messages[index]!
      if (index < instructions.length) continue
      if (message.role === 'assistant') writeAssistant(message)
      else if (message.role === 'tool') writeResult(message, resultParts(message, callOf(message, calls.get(index)), context), isMoved)
      else writeUser(message)
    }
  }
  if (contents.length === 0) refusals.push('There is no message: Gemini refuses a request without contents.')
  // Shortened histories may begin with a call. Gemini accepts one only after a message of the user or a result.
  if (!context.isCached && isCalling(contents[0])) contents.unshift({ role: 'user', parts: [{ text: saidNothing }] })
  const [instruction] = instructions
  return {
    contents,
    ...(systemParts.length > 0 && { system: { ...(instruction && contentOf(instruction)), parts: systemParts } }),
    refusals,
  }

  /** Finds the cloud that the id of a result comes from: that of a Gemini request, or else the issuer of the call. */
  function callOf(result: ToolMessage, place: CallPlace | undefined): { place: CallPlace | undefined; origin: Issuer | undefined } {
    const caller = place && messages[place.message]
    return { place, origin: isFromHere(result) ? context.origin : caller?.role === 'assistant' ? caller.origin : undefined }
  }

  /** Whether results have to be sorted like the calls: they come from another format, or lose the id that identifies their call. */
  function isOutOfOrder(step: ToolStep): boolean {
    if (step.results.some(({ message }) => !isFromHere(messages[message]!))) return true
    const placeOf = placesOf(step)
    const places = step.results.map(({ call }) => (call === undefined ? -1 : placeOf.get(call)!))
    const hadIds = step.results.some(
      ({ message }) => (messages[message] as ToolMessage).call !== undefined && kept(messages[message]!)[notes.made] !== true,
    )
    return hadIds && !context.writesIds(context.origin) && places.some((place, at) => at > 0 && place < places[at - 1]!)
  }

  function inOrder(step: ToolStep): number[] {
    const places = placesOf(step)
    const placeOf = new Map(step.results.map(({ message, call }) => [message, call === undefined ? Infinity : places.get(call)!]))
    const indexes = indexesOf(step)
    const before = indexes.filter((index) => messages[index]!.role === 'assistant')
    const answers = indexes.filter((index) => placeOf.has(index)).toSorted((one, other) => placeOf.get(one)! - placeOf.get(other)!)
    return [...before, ...answers, ...indexes.filter((index) => !placeOf.has(index) && messages[index]!.role !== 'assistant')]
  }

  function writeAssistant(message: PlacedMessage): void {
    results = undefined
    const parts = writeModelParts(message, context)
    // Google refuses a content without parts, unless a Gemini request had it.
    if (parts.length === 0 && !(isFromHere(message) && message.said === 0)) return
    const before = contents.at(-1)
    if (before?.role === 'model' && !isFromHere(message) && Array.isArray(before.parts)) before.parts.push(...parts)
    else contents.push({ ...(isFromHere(message) ? fieldsOf(kept(message)) : { role: 'model' }), ...(parts.length > 0 && { parts }) })
  }

  function writeResult(message: ToolMessage, parts: unknown[], isMoved: boolean): void {
    if (results !== undefined && (isMoved || kept(message)[notes.joined] === true)) return void results.push(...parts)
    results = parts
    contents.push({ ...(isFromHere(message) && !isMoved ? contentOf(message) : { role: 'user' }), parts: results })
  }

  function writeUser(message: Exclude<Message, AssistantMessage | ToolMessage>): void {
    const parts = piecesOf(message.content)
    if (message.role !== 'user') context.notCarried("instructions amid a conversation (they were sent as the user's)")
    if (kept(message)[notes.joined] === true && results !== undefined) return void results.push(...parts)
    const own = contentOf(message)
    results = kept(message)[notes.joined] === undefined && isFromHere(message) ? parts : undefined
    if (parts.length > 0 || (isFromHere(message) && message.content.length === 0))
      contents.push({ ...(isFromHere(message) ? own : { role: 'user' }), ...(parts.length > 0 && { parts }) })
  }

  function piecesOf(pieces: readonly Piece[]): unknown[] {
    return pieces.map((piece) => writePiece(piece, context)).filter((part) => part !== undefined)
  }

  function instructionParts(pieces: readonly Piece[]): unknown[] {
    const texts = pieces.filter((piece) => piece.type === 'text' || piece.type === 'native' || isFromHere(piece))
    if (texts.length < pieces.length) context.notCarried('media in instructions')
    return piecesOf(texts)
  }
}

function refusalsOf({ calls, results, missing }: ToolStep): string[] {
  const strays = results.filter(({ call }) => call === undefined)
  const open = namesOf(missing)
  return [
    ...(calls.length > 0 && calls.length !== results.length
      ? [`A step has ${calls.length} calls and ${results.length} results: Gemini refuses the request unless each call has one.`]
      : []),
    ...strays.map(({ message }) => `Message ${message} is a result without a call before it (open: ${open}).`),
  ]
}

const namesOf = (places: ToolStep['missing']): string =>
  places
    .slice(0, mostNamed)
    .map(({ call }) => call.id ?? call.name)
    .join(', ') || 'none'

/** Maximum number of names in one message. */
const mostNamed = 10

const indexesOf = ({ from, to }: ToolStep): number[] => Array.from({ length: to - from }, (_, at) => from + at)

const placesOf = ({ calls }: ToolStep): ReadonlyMap<CallPlace, number> => new Map(calls.map((call, place) => [call, place]))

const isCalling = (content: Loose | undefined): boolean =>
  content?.role === 'model' &&
  Array.isArray(content.parts) &&
  content.parts.some((part) => isLoose(part) && part.functionCall !== undefined)

const contentOf = (message: Message): Loose => asLoose(kept(message).$content)
