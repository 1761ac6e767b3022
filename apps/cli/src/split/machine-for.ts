import type { Part, StreamContext, TextAdapter } from '@reason/core'
import type { JsonValue, ModelQuery, Resolution, ResolveQuery } from '@reason/core/adapter'
import { createTextReader, createWireReader, type BodyFraming, type PartReader, type Splitting } from '@reason/recording'
import { defined } from '@reason/wire-kit'
import { usageError } from '../cli-error.ts'
import { loadBodyDecoder } from '../framing/codecs.ts'
import { framingOf } from '../framing/framing.ts'
import { inputName } from '../input.ts'
import { loadRegistry, loadWire } from '../registry.ts'
import type { MachineFlags } from './flags.ts'
import { createLeftMarkup, type LeftMarkup } from './left-markup.ts'
import { patientChars, withPatience } from './patience.ts'

/** Value of `--wire` that reads the input as text. */
export const noWire = 'none'

export interface SplitMachine extends PartReader {
  /** Markup left in the answer. Absent if a flag selects the adapter. */
  readonly left?: LeftMarkup | undefined
}

/**
 * Creates the reader that splits the input, from the flags of the command.
 *
 * @param head - Framing of the HTTP headers above the body.
 */
export async function machineFor(file: string | undefined, flags: MachineFlags, head?: BodyFraming): Promise<SplitMachine> {
  const name = flags.wire === noWire ? undefined : flags.wire
  if (name === undefined && flags.framing !== undefined) {
    throw usageError('--framing needs --wire, the format of the recorded body: --wire openai-chat.')
  }
  const [{ registry, named }, wire] = await Promise.all([loadRegistry(flags), name === undefined ? undefined : loadWire(name)])
  const framing = wire && framingOf(flags.framing, file, wire, head)
  if (wire !== undefined) registry.use(wire)
  const source = defined({ provider: flags.provider, model: flags.model })
  const said: StreamContext = {
    ...defined({ start: flags.start, prefill: flags.prefill }),
    // A file or program gets only the answer, so no text has to be shown before it is complete.
    ...(wire === undefined && !process.stdout.isTTY && { whole: true }),
  }
  let left: LeftMarkup | undefined
  if (wire === undefined || framing === undefined) {
    // Text has no fields, so facts about the model's wire do not matter here.
    return watched(createTextReader(choose(source, { flags: { native: false } })))
  }
  const createDecoder = await loadBodyDecoder(framing)
  const whole = framing === 'json'
  // The same adapter as for a gateway in front of that server.
  const splitFor = (model: string | undefined): Splitting => {
    const { adapter, context } = choose({ ...defined({ model }), ...source }, { wire: true })
    return { adapter, context: { ...context, ...(whole && { whole }) } }
  }
  const hint = ' If it is a stream, give --framing sse or jsonl.'
  const reader = createWireReader({ wire, decoder: createDecoder(), whole, name: inputName(file), source, splitFor, hint })
  // Servers separate reasoning themselves. Without a flag, an answer without a known format is therefore no reason for a warning.
  return watched(reader, (part) => part.type !== 'warning' || part.code !== 'fallback')

  function choose(query: ModelQuery, hints: ResolveQuery['hints'] = {}): Splitting {
    const resolution = registry.resolve({ ...query, hints: { ...hints, ...defined({ adapter: named }) } })
    const { adapter, context } = withPatience(resolution, registry, { file, isResponse: wire !== undefined })
    if (named === undefined) left = createLeftMarkup(registry.texts.filter((text) => !splitsBy(text, resolution)))
    const all = { ...context, ...said }
    return { adapter, context: wire === undefined && isGuess(adapter, all) ? { ...all, ...undecided(all) } : all }
  }

  /** Looks for markup that is left in the answer, unless a flag says how it is split. */
  function watched(machine: PartReader, keeps: (part: Part) => boolean = () => true): SplitMachine {
    if (named !== undefined) return machine
    const look = (parts: readonly Part[]): readonly Part[] => {
      for (const part of parts) left?.see(part)
      return parts.filter(keeps)
    }
    return {
      get left() {
        return left
      },
      push: (bytes) => look(machine.push(bytes)),
      end: () => look(machine.end()),
    }
  }
}

/** Whether only the model's name implies that its text begins as an answer. A prompt outside of the input may have opened a thought. */
function isGuess(adapter: TextAdapter, context: StreamContext): boolean {
  const begins = adapter.start?.(context)
  return begins?.by === 'row' && begins.start === 'answer'
}

/** Holds the text until a closing tag decides. Without one, all text is the answer. */
const undecided = ({ options }: StreamContext): StreamContext => ({
  start: 'unknown',
  options: { ...(options as Record<string, JsonValue> | undefined), maxHeldChars: patientChars, onHoldLimit: 'answer' },
})

/** Whether a resolution already detects the format of an adapter. */
const splitsBy = ({ id }: TextAdapter, { adapter, passport }: Resolution): boolean =>
  adapter.id === 'auto' ? passport.flags[id]?.value !== false : adapter.id === id
