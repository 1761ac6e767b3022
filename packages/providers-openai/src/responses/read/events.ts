import { asText, isEmpty, isLoose, isText, type Loose, type ResponseContext } from '@reason/wire-kit'
import type { Items } from './items.ts'
import type { TextItem } from './text-item.ts'
import type { TextList } from './texts.ts'

type Handle = (event: Loose) => void

/** Handlers of events that belong to an item with text or arguments. Older servers' event names stand beside today's. */
export function createItemEvents(items: Items, { warn, choice }: ResponseContext): ReadonlyMap<string, Handle> {
  return new Map<string, Handle>([
    ['response.output_item.added', items.added],
    ['response.output_item.done', items.done],

    ['response.reasoning_summary_part.added', partAdded('reasoning', 'summary')],
    ['response.reasoning_summary_text.delta', piece('reasoning', 'summary')],
    ['response.reasoning_summary.delta', piece('reasoning', 'summary')],
    ['response.reasoning_summary_text.done', whole('reasoning', 'summary')],
    ['response.reasoning_summary.done', whole('reasoning', 'summary')],
    ['response.reasoning_summary_part.done', partDone('reasoning', 'summary')],

    ['response.reasoning_part.added', partAdded('reasoning', 'content')],
    ['response.reasoning_text.delta', piece('reasoning', 'content')],
    ['response.reasoning.delta', piece('reasoning', 'content')],
    ['response.reasoning_text.done', whole('reasoning', 'content')],
    ['response.reasoning.done', whole('reasoning', 'content')],
    ['response.reasoning_part.done', partDone('reasoning', 'content')],

    ['response.content_part.added', partAdded('message', 'content')],
    ['response.output_text.delta', piece('message', 'content')],
    ['response.output_text.done', whole('message', 'content')],
    ['response.output_text.annotation.added', annotation],
    ['response.output_text_annotation.added', annotation],
    ['response.refusal.delta', piece('message', 'refusal')],
    ['response.refusal.done', whole('message', 'refusal')],
    ['response.content_part.done', partDone('message', 'content')],

    ['response.function_call_arguments.delta', callPiece('function_call')],
    ['response.function_call_arguments.done', callWhole('function_call', 'arguments')],
    ['response.custom_tool_call_input.delta', callPiece('custom_tool_call')],
    ['response.custom_tool_call_input.done', callWhole('custom_tool_call', 'input')],
  ])

  function textItem(event: Loose, of: 'reasoning' | 'message'): TextItem | undefined {
    const item = items.of(event, of)
    if (item.kind === 'text') return item
    misplaced(event)
    return undefined
  }

  function partAdded(of: 'reasoning' | 'message', list: 'summary' | 'content'): Handle {
    return (event) => {
      const reasoning = isLoose(event.part) && event.part.type === 'reasoning_text'
      textItem(event, reasoning ? 'reasoning' : of)?.beginPart(list, indexOf(event, list))
    }
  }

  function piece(of: 'reasoning' | 'message', list: TextList): Handle {
    const raw = of === 'reasoning'
    return (event) => {
      const { delta, logprobs } = event
      const item = textItem(event, of)
      if (item === undefined) return
      const part = item.place(list, indexOf(event, list))
      if (logprobs !== undefined) item.logprobs(part, logprobs, raw)
      const text = textOf(event, delta)
      if (text !== '') item.text(list, part, text, raw)
    }
  }

  function whole(of: 'reasoning' | 'message', list: TextList): Handle {
    const field = list === 'refusal' ? 'refusal' : 'text'
    return (event) => {
      const item = textItem(event, of)
      item?.whole(list, item.place(list, indexOf(event, list)), textOf(event, event[field]), of === 'reasoning')
    }
  }

  function partDone(of: 'reasoning' | 'message', list: 'summary' | 'content'): Handle {
    return (event) => {
      const item = textItem(event, of)
      item?.partDone(list, item.place(list, indexOf(event, list)), event.part)
    }
  }

  function annotation(event: Loose): void {
    const item = textItem(event, 'message')
    item?.annotation(item.place('content', indexOf(event, 'content')), event.annotation)
  }

  function callPiece(of: 'function_call' | 'custom_tool_call'): Handle {
    return (event) => {
      const item = items.of(event, of)
      if (item.kind === 'call') item.arguments(textOf(event, event.delta))
      else misplaced(event)
    }
  }

  function callWhole(of: 'function_call' | 'custom_tool_call', field: 'arguments' | 'input'): Handle {
    return (event) => {
      const item = items.of(event, of)
      if (item.kind === 'call') item.whole(event[field])
      else misplaced(event)
    }
  }

  function textOf(event: Loose, value: unknown): string {
    if (isText(value)) return value
    if (!isEmpty(value)) misplaced(event)
    return ''
  }

  function misplaced(event: Loose): void {
    const type = asText(event.type)
    choice().native('late.event', event, { channel: 'reasoning' })
    warn('wrong-type', `An event "${type}" had text of another type, or an item without text; it was kept as a native part.`, type)
  }
}

const indexOf = (event: Loose, list: TextList): number | undefined => {
  const index = list === 'summary' ? event.summary_index : event.content_index
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 ? index : undefined
}
