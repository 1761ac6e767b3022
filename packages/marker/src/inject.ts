import { defaultMarker } from './config.ts'
import { directive, findDirective, type DirectiveOptions } from './directive.ts'
import { fold } from './fold.ts'
import { messageText, withText, type MarkerMessage } from './message.ts'

/** Facts about the model and the request. */
export interface InjectConditions {
  /** Flags by adapter id, as in a passport. `native`: the API has fields for reasoning. */
  flags?: Readonly<Record<string, boolean>>
  /** A grammar or JSON schema binds the output, so it cannot contain a marker. */
  grammar?: boolean
}

export interface Injection<M extends MarkerMessage> {
  /** The same list if nothing was injected. */
  messages: readonly (M | SystemMessage)[]
  /** The marker for the adapter's options: `marker({ endTag: injection.marker })`. Undefined: the prompt asks for none. */
  marker?: string
  injected: boolean
  /** Reason for injecting the directive or not. */
  reason: string
}

export interface SystemMessage {
  role: 'system'
  content: string
}

/** Formats that need no directive, best first. */
const better = ['native', 'harmony', 'think-tags']

/**
 * Asks for a marker in the system message: at its end, or in a new message before all others. Changes nothing in place.
 *
 * Idempotent. If the prompt already contains the marker (a quotation, a document about it), the model might echo it, so another one is used:
 * `===FINAL-2===`. Assistant messages are ignored, because their marker is to be kept.
 */
export function injectDirective<M extends MarkerMessage>(
  messages: readonly M[],
  options: DirectiveOptions = {},
  conditions: InjectConditions = {},
): Injection<M> {
  const refusal = refuse(conditions)
  if (refusal !== undefined) return { messages, injected: false, reason: refusal }

  for (const message of messages.filter(isSystem)) {
    const present = findDirective(messageText(message), options)
    if (present === undefined) continue
    return { messages, marker: present, injected: false, reason: `The system message asks for ${present} already.` }
  }

  const prompt = messages.filter(({ role }) => role !== 'assistant').map(messageText)
  const wanted = options.marker ?? defaultMarker
  const marker = unusedMarker(wanted, prompt)
  const text = directive({ ...options, marker })
  const system = messages.findIndex(isSystem)
  return {
    messages: system === -1 ? [{ role: 'system', content: text }, ...messages] : messages.with(system, withText(messages[system]!, text)),
    marker,
    injected: true,
    reason: marker === wanted ? `The model is asked for ${marker}.` : `The prompt has ${wanted}, so the model is asked for ${marker}.`,
  }
}

const isSystem = ({ role }: MarkerMessage): boolean => role === 'system' || role === 'developer'

function refuse({ flags = {}, grammar }: InjectConditions): string | undefined {
  const known = better.find((flag) => flags[flag] === true)
  if (known !== undefined) return `The model has a better way to mark its reasoning (${known}).`
  if (flags['marker'] === false) return 'The model is known not to keep to a marker (marker: false).'
  return grammar === true ? 'A grammar binds the output, so it can contain no marker.' : undefined
}

/** Returns the marker, or the first numbered one that does not occur in the prompt, in any case. */
export function unusedMarker(marker: string, prompt: readonly string[]): string {
  const folded = prompt.map(fold)
  const isUsed = (candidate: string) => folded.some((text) => text.includes(fold(candidate)))
  let candidate = marker
  for (let number = 2; isUsed(candidate); number++) candidate = numbered(marker, number)
  return candidate
}

/** Numbers a marker: `===FINAL===` to `===FINAL-2===`, `Final Answer:` to `Final Answer-2:`, `###` to `###-2###`. */
function numbered(marker: string, number: number): string {
  const at = marker.search(/[\p{L}\p{N}][^\p{L}\p{N}]*$/u)
  if (at === -1) return `${marker}-${number}${marker}`
  const end = at + String.fromCodePoint(marker.codePointAt(at)!).length
  return `${marker.slice(0, end)}-${number}${marker.slice(end)}`
}
