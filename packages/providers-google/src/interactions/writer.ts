import type { Frame, WireWriter, WriterOptions } from '@reason/core/wire'
import { asJson, createFrameWriter } from '@reason/wire-kit'
import { writeError } from '../shared/errors.ts'
import { identify } from './identity.ts'
import { createInteractionMachine } from './machine.ts'

/**
 * Writes parts as the events of a streamed interaction, ending with `done`.
 *
 *   interaction.created ▶ { step.start ▶ step.delta* ▶ step.stop }* ▶ interaction.completed ▶ done
 *                                                      └───────────▶ error ───────────────────▶ done
 */
export function createInteractionWriter(options: WriterOptions = {}): WireWriter {
  const frames: Frame[] = []
  /** JSON before the text. It is cached for the step. */
  let prefix = ''
  let prefixOf = ''
  let isDone = false
  const fields: Record<string, unknown> = {}
  const machine = createInteractionMachine(
    {
      begin: () =>
        frame('interaction.created', `"interaction":${asJson({ ...identify(machine.started(), options), status: 'in_progress' })}`),
      open: (index, step) => frame('step.start', `"index":${index},"step":${asJson(step)}`),
      summary: (index, text) => delta(index, 'summary', '{"type":"thought_summary","content":{"type":"text","text":', text, '}}'),
      text: (index, text) => delta(index, 'text', '{"type":"text","text":', text, '}'),
      signature: (index, value) =>
        frame('step.delta', `"index":${index},"delta":${asJson({ type: 'thought_signature', signature: value })}`),
      arguments: (index, json) => frame('step.delta', `"index":${index},"delta":${asJson({ type: 'arguments_delta', arguments: json })}`),
      content: (index, value) => frame('step.delta', `"index":${index},"delta":${asJson(value)}`),
      close: (index) => frame('step.stop', `"index":${index}`),
      field: (name, value) => void (fields[name] = value),
      finish: (status, usage) =>
        frame(
          'interaction.completed',
          `"interaction":${asJson({ ...identify(machine.started(), options), ...fields, status, ...(usage && { usage }) })}`,
        ),
      fail: (error) => frame('error', `"error":${asJson(writeError(error).error)}`),
    },
    () => identify(machine.started(), options).id,
    options,
  )

  return createFrameWriter(machine, frames, done)

  function delta(index: number, kind: string, before: string, text: string, after: string): void {
    if (prefixOf !== `${index}${kind}`) {
      prefixOf = `${index}${kind}`
      prefix = `{"event_type":"step.delta","index":${index},"delta":${before}`
    }
    frames.push({ event: 'step.delta', data: `${prefix}${JSON.stringify(text)}${after}}` })
  }

  function frame(type: string, members: string): void {
    frames.push({ event: type, data: `{"event_type":"${type}",${members}}` })
  }

  function done(): void {
    if (isDone) return
    isDone = true
    frames.push({ event: 'done', data: '[DONE]' })
  }
}
