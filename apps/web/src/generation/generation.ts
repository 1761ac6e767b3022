import { batch, signal, type Signal } from '@preact/signals'
import { ApiCallError, messageOf } from '../api/api-call-error.ts'
import { streamEvents } from '../api/event-stream.ts'
import { createBreather } from '../text/breathe.ts'
import { createTextBuffer, type TextBuffer } from '../text/text-buffer.ts'
import type {
  FinalEvent,
  GenerateEvent,
  GenerateRequest,
  GenerateToolCall,
  GenerateWarning,
  UsageFields,
} from '@reason/gateway-api/generate'

export type Phase = 'waiting' | 'thinking' | 'answering' | 'done' | 'stopped' | 'failed'

/** A run of text of one kind, or a tool call, in order of arrival. */
export type ShownItem = ReasoningItem | GeneratedText | GeneratedCall

export interface ReasoningItem {
  type: 'reasoning'
  /** Milliseconds of `performance.now()`. */
  startedAt: number
  endedAt: Signal<number | undefined>
  blocks: Signal<ReasoningBlock[]>
  /** Total length of all blocks, in UTF-16 units. */
  length: number
}

export interface ReasoningBlock {
  block: number
  /** `hidden`: the model thinks, but its text is not visible to the client. */
  kind: 'raw' | 'summary' | 'hidden'
  buffer: TextBuffer
  /** Duration of a hidden block in milliseconds, as measured by the gateway. */
  ms?: number
}

interface GeneratedText {
  type: 'answer' | 'commentary' | 'refusal'
  buffer: TextBuffer
}

interface GeneratedCall {
  type: 'call'
  call: GenerateToolCall
}

/** Answer of a model, while it arrives and afterwards. Its reasoning is stored only here, until `forget`. */
export interface ShownGeneration {
  readonly request: GenerateRequest
  readonly phase: Signal<Phase>
  readonly items: Signal<ShownItem[]>
  readonly warnings: Signal<GenerateWarning[]>
  readonly usage: Signal<UsageFields | undefined>
  readonly final: Signal<FinalEvent | undefined>
  readonly error: Signal<string | undefined>
  /** HTTP status, if the request failed with one: 404 for an unknown model. */
  readonly errorStatus: Signal<number | undefined>
  /** Stable error code for programs: `reasoning_budget_exceeded`. */
  readonly errorCode: Signal<string | undefined>
  /** When a refused request may be sent again, in Unix milliseconds. */
  readonly retryAt: Signal<number | undefined>
  /** Id of the trace, if one is stored. */
  readonly traceId: Signal<string | undefined>
  readonly times: Times
  /** True after `forget`: the reasoning was dropped. */
  readonly isForgotten: Signal<boolean>
  /** Resolves when the generation is over, also after an error. */
  readonly over: Promise<void>
  stop(): void
  /** Drops the text of the reasoning. Reasoning that arrives later is dropped as well. */
  forget(): void
}

type AnalysisEvent = Extract<GenerateEvent, { type: 'analysis' }>

const hasBlock = ({ blocks }: ReasoningItem, block: number): boolean => blocks.value.some((one) => one.block === block)

/** Times of a generation, in milliseconds of `performance.now()`. */
export interface Times {
  asked: number
  firstReasoning?: number
  firstAnswer?: number
  ended?: number
}

/** Starts a generation. @param onEvent - Called with every event and its time, for the raw view. */
export function generate(request: GenerateRequest, onEvent?: (event: GenerateEvent, at: number) => void): ShownGeneration {
  const abort = new AbortController()
  const phase = signal<Phase>('waiting')
  const items = signal<ShownItem[]>([])
  const warnings = signal<GenerateWarning[]>([])
  const usage = signal<UsageFields | undefined>(undefined)
  const final = signal<FinalEvent | undefined>(undefined)
  const error = signal<string | undefined>(undefined)
  const errorStatus = signal<number | undefined>(undefined)
  const errorCode = signal<string | undefined>(undefined)
  const retryAt = signal<number | undefined>(undefined)
  const traceId = signal<string | undefined>(undefined)
  const isForgotten = signal(false)
  const times: Times = { asked: performance.now() }

  return {
    request,
    phase,
    items,
    warnings,
    usage,
    final,
    error,
    errorStatus,
    errorCode,
    retryAt,
    traceId,
    times,
    isForgotten,
    over: run(),
    stop,
    forget,
  }

  async function run(): Promise<void> {
    const breathe = createBreather()
    try {
      const stream = streamEvents('v1/generate', {
        method: 'POST',
        body: request,
        signal: abort.signal,
        onResponse: ({ headers }) => (traceId.value = headers.get('x-reason-trace-id') ?? undefined),
      })
      for await (const events of stream) {
        for (const { data } of events) {
          take(JSON.parse(data) as GenerateEvent)
          if (breathe.isDue()) await breathe.now()
          if (abort.signal.aborted) return end('stopped')
        }
      }
      if (phase.value !== 'done' && phase.value !== 'failed') fail(undefined)
    } catch (reason) {
      if (abort.signal.aborted) end('stopped')
      else fail(reason)
    }
  }

  function take(event: GenerateEvent): void {
    const now = performance.now()
    onEvent?.(event, now)
    switch (event.type) {
      case 'analysis':
        return takeReasoning(event, now)
      case 'token':
        return takeText(event.kind === 'refusal' ? 'refusal' : 'answer', event.text, now)
      case 'commentary':
        return takeText('commentary', event.text, now)
      case 'tool_call':
        closeReasoning(now)
        items.value = [...items.value, { type: 'call', call: event }]
        return
      case 'warning':
        warnings.value = [...warnings.value, event]
        return
      case 'usage':
        usage.value = event.usage
        return
      case 'final':
        final.value = event
        return end('done')
      case 'error':
        error.value = event.error.message
        errorStatus.value = event.error.status
        errorCode.value = event.error.code === null ? undefined : String(event.error.code)
        return end('failed')
    }
  }

  function takeReasoning({ block, text, kind, ms }: AnalysisEvent, now: number): void {
    let item = items.value.at(-1)
    // The event that ends a hidden block may arrive after later items.
    if (ms !== undefined) item = items.value.findLast((one) => one.type === 'reasoning' && hasBlock(one, block)) ?? item
    times.firstReasoning ??= now
    if (item?.type !== 'reasoning') {
      item = { type: 'reasoning', startedAt: now, endedAt: signal(undefined), blocks: signal([]), length: 0 }
      items.value = [...items.value, item]
    }
    let target = item.blocks.value.findLast((one) => one.block === block)
    if (target === undefined) {
      target = { block, kind: kind ?? 'raw', buffer: createTextBuffer() }
      item.blocks.value = [...item.blocks.value, target]
    }
    if (ms !== undefined) {
      target.ms = ms
      item.blocks.value = [...item.blocks.value]
    }
    if (isForgotten.value) target.buffer.forget()
    target.buffer.append(text)
    item.length += text.length
    if (phase.value !== 'thinking' && item.endedAt.value === undefined) phase.value = 'thinking'
  }

  function takeText(type: GeneratedText['type'], text: string, now: number): void {
    let item = items.value.at(-1)
    if (item?.type !== type) {
      closeReasoning(now)
      item = { type, buffer: createTextBuffer() }
      items.value = [...items.value, item]
    }
    if (type !== 'commentary') times.firstAnswer ??= now
    ;(item as GeneratedText).buffer.append(text)
    if (phase.value !== 'answering') phase.value = 'answering'
  }

  function closeReasoning(now: number): void {
    const last = items.value.at(-1)
    if (last?.type === 'reasoning') last.endedAt.value ??= now
  }

  function fail(reason: unknown): void {
    error.value = reason === undefined ? undefined : messageOf(reason)
    errorStatus.value = reason instanceof ApiCallError ? reason.status : undefined
    errorCode.value = reason instanceof ApiCallError ? reason.code : undefined
    retryAt.value = reason instanceof ApiCallError ? reason.retryAt : undefined
    end('failed')
  }

  function end(how: Phase): void {
    if (times.ended !== undefined) return
    const now = performance.now()
    times.ended = now
    batch(() => {
      closeReasoning(now)
      phase.value = how
    })
  }

  function stop(): void {
    abort.abort()
    end('stopped')
  }

  function forget(): void {
    isForgotten.value = true
    for (const item of items.value) if (item.type === 'reasoning') item.blocks.value.forEach(({ buffer }) => buffer.forget())
  }
}
