import * as conversation from './conversation.ts'
import { type TemplateMessage, type ContentStyle, words } from './conversation.ts'
import type { Renderer } from './jinja/renderer.ts'
import type { TemplateVariables } from './template-facts.ts'

/** A template with its message style, found by trial renderings. */
export interface Chat {
  style: ContentStyle
  args: 'object' | 'json'
  /** Renders messages. With `prompt`, up to the point where the model continues. */
  render(messages: readonly TemplateMessage[], settings?: TemplateVariables, prompt?: boolean, withTools?: boolean): string | undefined
  /** The prompt after the last message: of the user, or of a tool with `afterResult`. Undefined if the template refuses it. */
  tail(settings?: TemplateVariables, afterResult?: boolean, spoken?: { word: string; in: 'user' | 'system' }): string | undefined
  /** Whole prompts: with a system message and tools if the template accepts them, and without. Some templates write their own system message. */
  whole(settings?: TemplateVariables): string | undefined
}

/** @returns Undefined if the template renders not even one user message. */
export function createChat(renderer: Renderer): Chat | undefined {
  const render: Chat['render'] = (messages, settings = {}, prompt = false, withTools = false) =>
    renderAs(true, messages, settings, prompt, withTools)

  const style = (['text', 'parts'] as const).find((one) => render([conversation.user(one)])?.includes(words.user))
  if (style === undefined) return undefined
  // A value that a switch does not accept must not appear as an empty name in a tag.
  const lenient = renderer.render([conversation.user(style)], { add_generation_prompt: true }, false) === undefined
  const args =
    (['object', 'json'] as const).find((one) =>
      render([conversation.user(style), conversation.calls(one), conversation.result(style)], {}, true, true)?.includes(words.call),
    ) ?? 'object'

  return {
    style,
    args,
    render,
    tail(settings, afterResult = false, spoken) {
      const addition = spoken?.in === 'user' ? ` ${spoken.word}` : ''
      const messages = [
        ...(spoken?.in === 'system' ? [conversation.system(style, `${words.system} ${spoken.word}`)] : []),
        conversation.user(style, words.user + addition),
        ...(afterResult ? [conversation.calls(args), conversation.result(style)] : []),
      ]
      const text = renderAs(lenient || isEmpty(settings), messages, settings, true, afterResult)
      return text === undefined ? undefined : behind(text, afterResult ? words.result : words.user)
    },
    whole(settings) {
      const messages = [conversation.system(style), conversation.user(style)]
      const forgives = lenient || isEmpty(settings)
      const alone = renderAs(forgives, messages.slice(1), settings, true)
      const full = renderAs(forgives, messages, settings, true, true) ?? renderAs(forgives, messages, settings, true)
      return full === undefined ? alone : `${full}${alone ?? ''}`
    },
  }

  function renderAs(
    forgives: boolean,
    messages: readonly TemplateMessage[],
    settings: TemplateVariables = {},
    prompt = false,
    withTools = false,
  ): string | undefined {
    const variables = { add_generation_prompt: prompt, ...settings }
    if (withTools) return renderer.render(messages, { ...variables, tools: conversation.tools }, forgives)
    // Templates differ in whether they accept no tools as an absent value or an empty list.
    return renderer.render(messages, variables, forgives) ?? renderer.render(messages, { ...variables, tools: [] }, forgives)
  }
}

const isEmpty = (settings: TemplateVariables | undefined): boolean => settings === undefined || Object.keys(settings).length === 0

/** The text after a word's last occurrence. Undefined if there is none. */
export function behind(text: string, word: string): string | undefined {
  const at = text.lastIndexOf(word)
  return at === -1 ? undefined : text.slice(at + word.length)
}

/** The text between two words, from the last occurrence of the first one, because lists of tools may contain the second one. */
export function between(text: string, from: string, to: string): string | undefined {
  const start = text.lastIndexOf(from)
  const end = start === -1 ? -1 : text.indexOf(to, start)
  return end === -1 ? undefined : text.slice(start + from.length, end)
}
