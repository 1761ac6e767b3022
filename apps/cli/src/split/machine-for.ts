import type { ModelQuery, Resolution, ResolveQuery, StreamContext, TextAdapter } from '@reason/core'
import { usageError } from '../cli-error.ts'
import { loadBodyDecoder } from '../framing/body-decoder.ts'
import { framingOf, type BodyFraming } from '../framing/framing.ts'
import { inputName } from '../input.ts'
import { loadRegistry, loadWire } from '../registry.ts'
import type { MachineFlags } from './flags.ts'
import { createLeftMarkup } from './left-markup.ts'
import { createTextMachine, createWireMachine, type Machine, type Splitting } from './machine.ts'
import { withPatience } from './patience.ts'

/** As a name of a wire format: the input is text, whatever it looks like. */
export const noWire = 'none'

/**
 * Makes what splits the input, from what the command line says about it.
 *
 * @param head - How its body is framed, as the head of HTTP above it says.
 */
export async function machineFor(file: string | undefined, flags: MachineFlags, head?: BodyFraming): Promise<Machine> {
  const name = flags.wire === noWire ? undefined : flags.wire
  if (name === undefined && flags.framing !== undefined) {
    throw usageError('--framing says how a recorded body is framed, and needs --wire to say whose: --wire openai-chat.')
  }
  const [{ registry, named }, wire] = await Promise.all([loadRegistry(flags), name === undefined ? undefined : loadWire(name)])
  const framing = wire && framingOf(flags.framing, file, wire, head)
  if (wire !== undefined) registry.use(wire)
  const source = {
    ...(flags.provider !== undefined && { provider: flags.provider }),
    ...(flags.model !== undefined && { model: flags.model }),
  }
  const said: StreamContext = {
    ...(flags.start !== undefined && { start: flags.start }),
    ...(flags.prefill !== undefined && { prefill: flags.prefill }),
  }

  if (wire === undefined || framing === undefined) {
    // Text has no fields: whatever is known of the model's wire does not matter here.
    return createTextMachine(choose(source, { flags: { native: false } }))
  }
  const createDecoder = await loadBodyDecoder(framing)
  const whole = framing === 'json'
  // As a gateway would split it that got it from that server.
  const splitFor = (model: string | undefined): Splitting => {
    const { adapter, context, ...rest } = choose({ ...(model !== undefined && { model }), ...source }, { wire: true })
    return { ...rest, adapter, context: { ...context, ...(whole && { whole }) } }
  }
  return createWireMachine({ wire, decoder: createDecoder(), whole, name: inputName(file), source, splitFor })

  function choose(query: ModelQuery, hints: ResolveQuery['hints'] = {}): Splitting {
    const resolution = registry.resolve({ ...query, hints: { ...hints, ...(named !== undefined && { adapter: named }) } })
    const { adapter, context } = withPatience(resolution, registry, { file, isResponse: wire !== undefined })
    return {
      adapter,
      context: { ...context, ...said },
      // Who says how it is split, or that it is not, need not be told.
      ...(named === undefined && { left: createLeftMarkup(registry.texts.filter((text) => !splitsBy(text, resolution))) }),
    }
  }
}

/** Whether a format is looked for in what is split so. */
const splitsBy = ({ id }: TextAdapter, { adapter, passport }: Resolution): boolean =>
  adapter.id === 'auto' ? passport.flags[id]?.value !== false : adapter.id === id
