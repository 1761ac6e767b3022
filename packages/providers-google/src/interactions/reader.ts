import type { ReaderOptions, WireReader } from '@reason/core/wire'
import { asLoose, createExtras, createResponseReader, isLoose, isText } from '@reason/wire-kit'
import type { EventReader, Loose, ResponseContext } from '@reason/wire-kit'
import { readError } from '../shared/errors.ts'
import { createUsageReader } from '../shared/usage.ts'
import { countNames } from './counts.ts'
import { isFinal, readStatus } from './status.ts'
import { stepOfDelta } from './step-kinds.ts'
import { createStepReader } from './step-reader.ts'
import { WIRE } from './wire.ts'

/** Reads the events of a streamed interaction, or a whole interaction. */
export const createInteractionReader = (options: ReaderOptions = {}): WireReader => createResponseReader(WIRE, options, createEventReader)

function createEventReader(context: ResponseContext): EventReader {
  const choice = context.choice()
  const steps = createStepReader(choice, context)
  const extras = createExtras(ownFields, (field, value) =>
    choice.native(`interaction.${field}`, value, harmless.has(field) ? {} : { channel: 'reasoning' }),
  )
  const readUsage = createUsageReader(countNames)
  /** The last step that began. */
  let current = -1
  let status: string | undefined

  return {
    argumentsField: '"arguments"',
    read,
    beforeEnd() {
      steps.end()
      // An interaction that is still in progress was cut.
      if (status !== undefined && isFinal(status)) finish()
    },
  }

  function read(event: unknown, name: string | undefined): void {
    if (!isLoose(event)) return context.unknownEvent(name ?? 'event', event)
    const type = [event.event_type, event.type, name].find(isText)
    const known = type === undefined ? undefined : (olderNames.get(type) ?? type)
    switch (known) {
      case 'interaction.created':
        readInteraction(event.interaction)
        break
      case 'interaction.status_update':
        readState(event)
        break
      case 'step.start':
        current = indexOf(event, current + 1)
        steps.start(current, isLoose(event.step) ? event.step : stepOf(asLoose(event.content)))
        break
      case 'step.delta':
        steps.delta(indexOf(event, current), asLoose(event.delta))
        break
      case 'step.stop':
        steps.stop(indexOf(event, Math.max(current, 0)))
        break
      case 'interaction.completed':
        steps.end()
        readInteraction(event.interaction)
        finish()
        break
      case 'error':
        context.fail(readError(event.error) ?? { message: 'The provider reported an error and did not say which.', native: event })
        break
      case 'done':
        context.lastEvent()
        break
      default:
        return readOther(known ?? 'event', event)
    }
    const metadata = asLoose(event.metadata)
    readCounts([event.usage, metadata.usage, metadata.total_usage].find(isLoose))
  }

  function readOther(name: string, event: Loose): void {
    const error = readError(event.error)
    if (
      Array.isArray(event.steps) ||
      Array.isArray(event.outputs) ||
      event.object === 'interaction' ||
      (isText(event.id) && isText(event.status))
    ) {
      readInteraction(event)
      finish()
    } else if (error === undefined) context.unknownEvent(name, event)
    if (error !== undefined) context.fail(error)
  }

  function readInteraction(value: unknown): void {
    const interaction = asLoose(value)
    context.start(headOf(interaction))
    const list = [interaction.steps, interaction.outputs].find(Array.isArray) ?? []
    for (const [index, step] of list.entries()) {
      // At the end of a stream, only steps that the stream did not contain are read.
      if (steps.has(index) || !isLoose(step)) continue
      steps.start(index, interaction.steps === undefined ? stepOf(step) : step)
      steps.stop(index)
    }
    extras(interaction)
    readCounts(interaction.usage)
    for (const error of Array.isArray(interaction.errors) ? interaction.errors : []) {
      const failure = readError(error)
      if (failure !== undefined) context.fail(failure)
    }
    readState(interaction)
  }

  function readState(holder: Loose): void {
    if (isText(holder.status)) status = holder.status
  }

  function readCounts(raw: unknown): void {
    const usage = readUsage(raw)
    if (usage !== undefined) choice.usage(usage)
  }

  function finish(): void {
    if (status !== undefined) choice.finish(readStatus(status), status)
  }
}

/** Fields of an interaction that are read, and fields that an SDK adds. */
const ownFields = new Set(
  (
    'id model status object created updated service_tier agent usage steps outputs errors error event_type event_id metadata type ' +
    'output_text output_image output_audio output_video sdkHttpResponse'
  ).split(' '),
)

/** Fields without text of the model. */
const harmless = new Set(['continuation_ids', 'continuation_token', 'environment_id', 'labels', 'previous_interaction_id'])

/** Event names from before 2026, when an interaction had contents. */
const olderNames = new Map([
  ['interaction.start', 'interaction.created'],
  ['interaction.complete', 'interaction.completed'],
  ['content.start', 'step.start'],
  ['content.delta', 'step.delta'],
  ['content.stop', 'step.stop'],
])

function stepOf(content: Loose): Loose {
  const step = isText(content.type) ? stepOfDelta(content.type) : 'model_output'
  return step === 'model_output' && content.type !== step ? { type: step, content: [content] } : content
}

const constants = ['object', 'created', 'updated', 'service_tier', 'agent']

function headOf(interaction: Loose) {
  const { id, model, created } = interaction
  const milliseconds = isText(created) ? Date.parse(created) : Number.NaN
  const native = Object.fromEntries(constants.flatMap((field) => (isText(interaction[field]) ? [[field, interaction[field]]] : [])))
  return {
    ...(isText(id) && { id }),
    ...(isText(model) && { model }),
    ...(!Number.isNaN(milliseconds) && { created: Math.floor(milliseconds / 1000) }),
    ...(Object.keys(native).length > 0 && { native }),
  }
}

const indexOf = ({ index }: Loose, otherwise: number): number => (Number.isSafeInteger(index) ? (index as number) : otherwise)
