import * as conversation from './conversation.ts'
import { type Message, type Style, words } from './conversation.ts'
import type { Renderer } from './jinja/renderer.ts'
import type { Settings } from './template-facts.ts'

/** A template with the manner in which it takes messages, found by trying. */
export interface Chat {
  style: Style
  args: 'object' | 'json'
  /** Renders messages; with `prompt`, up to where the model goes on. */
  render(messages: readonly Message[], settings?: Settings, prompt?: boolean, withTools?: boolean): string | undefined
  /** The prompt behind the last message: of the user, or with `afterResult` of a tool. Undefined if the template refuses it. */
  tail(settings?: Settings, afterResult?: boolean, spoken?: { word: string; in: 'user' | 'system' }): string | undefined
  /** The whole prompt, with a system message and tools where these are taken. */
  whole(settings?: Settings): string | undefined
}

/** Undefined if the template renders not even one message of the user. */
export function createChat(renderer: Renderer): Chat | undefined {
  const render: Chat['render'] = (messages, settings = {}, prompt = false, withTools = false) =>
    renderAs(true, messages, settings, prompt, withTools)

  const style = (['text', 'parts'] as const).find((one) => render([conversation.user(one)])?.includes(words.user))
  if (style === undefined) return undefined
  // A value that a switch does not take must not come out as an empty name in a tag.
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
      return (
        renderAs(forgives, messages, settings, true, true) ??
        renderAs(forgives, messages, settings, true) ??
        renderAs(forgives, messages.slice(1), settings, true)
      )
    },
  }

  function renderAs(
    forgives: boolean,
    messages: readonly Message[],
    settings: Settings = {},
    prompt = false,
    withTools = false,
  ): string | undefined {
    const variables = { add_generation_prompt: prompt, ...settings }
    if (withTools) return renderer.render(messages, { ...variables, tools: conversation.tools }, forgives)
    // No tools are no value for some templates, and an empty list for others.
    return renderer.render(messages, variables, forgives) ?? renderer.render(messages, { ...variables, tools: [] }, forgives)
  }
}

const isEmpty = (settings: Settings | undefined): boolean => settings === undefined || Object.keys(settings).length === 0

/** What follows a word's last place. Undefined if it is not there. */
export function behind(text: string, word: string): string | undefined {
  const at = text.lastIndexOf(word)
  return at === -1 ? undefined : text.slice(at + word.length)
}

/** What stands between two words, the first of them at its last place: lists of tools may hold the second one too. */
export function between(text: string, from: string, to: string): string | undefined {
  const start = text.lastIndexOf(from)
  const end = start === -1 ? -1 : text.indexOf(to, start)
  return end === -1 ? undefined : text.slice(start + from.length, end)
}
