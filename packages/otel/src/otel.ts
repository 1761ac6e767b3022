import { context, SpanKind, type Attributes, type Span } from '@opentelemetry/api'
import { parseOptions } from '@reason/core'
import { createModelNames, type ModelNames } from '@reason/core/adapter'
import type { Observer } from '@reason/core/pipeline'
import { attributes, providerName } from './conventions.ts'
import { createGenerationObservers } from './generation.ts'
import { createInstruments } from './instruments.ts'
import { otelConfig, type OtelConfig, type OtelOptions } from './options.ts'
import type { OtelRequest } from './request.ts'

export interface OtelGeneration {
  observers: readonly Observer[]
  /** The span, for additions of the application, such as being the parent of an upstream request. It ends with the generation. */
  span?: Span
}

export interface Otel {
  /** Starts the span of a generation. Its observers end the span. A caller that does not use `runPipeline` has to call their `close`. */
  generation(request: OtelRequest): OtelGeneration
}

/**
 * Creates spans and metrics of generations by the GenAI conventions of OpenTelemetry. The active context is the only
 * global of OpenTelemetry that is used.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 */
export function createOtel(options: OtelOptions): Otel {
  const config = parseOptions(otelConfig, options, 'otel')
  const modelNames = config.models && createModelNames(config.models)
  const instruments = config.meter && createInstruments(config.meter, config.conventions)

  return {
    generation(request) {
      const startedAt = request.startedAt ?? config.now()
      const span = startSpan(config, request, startedAt)
      const labels = labelsOf(modelNames, request)
      const observers = createGenerationObservers({ config, span, instruments, labels, startedAt }, request)
      return { observers, ...(span && { span }) }
    },
  }
}

function startSpan({ tracer, now }: OtelConfig, request: OtelRequest, startedAt: number): Span | undefined {
  const { operation = 'chat', model, attempts = [], traced = true } = request
  if (!traced) return undefined
  return tracer?.startSpan(
    model === undefined ? operation : `${operation} ${model}`,
    {
      kind: SpanKind.CLIENT,
      attributes: { ...commonAttributes(request), ...requestAttributes(request) },
      links: attempts.map((attempt) => ({ context: attempt })),
      ...(request.startedAt !== undefined && { startTime: Date.now() - (now() - startedAt) }),
    },
    request.context ?? context.active(),
  )
}

function commonAttributes({ operation = 'chat', provider, model, server }: OtelRequest): Attributes {
  return {
    [attributes.operation]: operation,
    [attributes.provider]: providerName(provider),
    ...(model !== undefined && { [attributes.requestModel]: model }),
    ...(server && { [attributes.serverAddress]: server.address, [attributes.serverPort]: server.port }),
  }
}

function requestAttributes({ stream = true, effort, maxTokens, choices = 1, session, adapter }: OtelRequest): Attributes {
  return {
    ...(stream && { [attributes.requestStream]: true }),
    ...(effort !== undefined && { [attributes.reasoningLevel]: effort }),
    ...(maxTokens !== undefined && { [attributes.maxTokens]: maxTokens }),
    ...(choices !== 1 && { [attributes.choiceCount]: choices }),
    ...(session !== undefined && { [attributes.conversation]: session }),
    ...(adapter !== undefined && { [attributes.adapter]: adapter }),
  }
}

function labelsOf(modelNames: ModelNames | undefined, request: OtelRequest): Attributes {
  const common = commonAttributes(request)
  const { model } = request
  if (modelNames === undefined || model === undefined || modelNames.admit(model)) return common
  return { ...common, [attributes.requestModel]: '_OTHER' }
}
