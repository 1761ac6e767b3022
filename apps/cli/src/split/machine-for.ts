import type { ModelQuery, Resolution, ResolveQuery, SplitStageOptions, StreamContext } from '@reason/core'
import { usageError } from '../cli-error.ts'
import { loadBodyDecoder } from '../framing/body-decoder.ts'
import { framingOf } from '../framing/framing.ts'
import { inputName } from '../input.ts'
import { loadRegistry, loadWire } from '../registry.ts'
import type { MachineFlags } from './flags.ts'
import { createLeftMarkup } from './left-markup.ts'
import { createTextMachine, createWireMachine, type Machine } from './machine.ts'
import { withPatience } from './patience.ts'

/** As a name of a wire format: the input is text, whatever it looks like. */
const noWire = 'none'

/** Makes what splits the input, from what the command line says about it. */
export async function machineFor(file: string | undefined, flags: MachineFlags): Promise<Machine> {
  const name = flags.wire === noWire ? undefined : flags.wire
  if (name === undefined && flags.framing !== undefined) {
    throw usageError('--framing says how a recorded body is framed, and needs --wire to say whose: --wire openai-chat.')
  }
  const framing = name === undefined ? undefined : framingOf(flags.framing, file, name)
  const [{ registry, named }, wire] = await Promise.all([loadRegistry(flags), name === undefined ? undefined : loadWire(name)])
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
    const { adapter, context } = resolve(source, { ...(named !== undefined && { adapter: named }), flags: { native: false } })
    return createTextMachine(adapter, { ...context, ...said })
  }
  const createDecoder = await loadBodyDecoder(framing)
  const whole = framing === 'json'
  // Who says how it is split, or that it is not, need not be told.
  const left = named === undefined ? { left: createLeftMarkup(registry.texts) } : {}
  return createWireMachine({ wire, decoder: createDecoder(), whole, name: inputName(file), source, splitFor, ...left })

  /** A body is split further only where somebody knows that it must be: `--adapter`, or a passport of the model. */
  function splitFor(model: string | undefined): SplitStageOptions | undefined {
    const query = { ...(model !== undefined && { model }), ...source }
    const { adapter, context } = resolve(query, named === undefined ? { auto: false } : { adapter: named })
    return adapter.id === 'plain' ? undefined : { adapter, context: { ...context, ...said } }
  }

  function resolve(query: ModelQuery, hints: NonNullable<ResolveQuery['hints']>): Resolution {
    return withPatience(registry.resolve({ ...query, hints }), registry, file)
  }
}
