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
    renderer.render(messages, { add_generation_prompt: prompt, ...settings, ...(withTools && { tools: conversation.tools }) }) ??
    (withTools ? undefined : renderer.render(messages, { add_generation_prompt: prompt, ...settings, tools: [] }))

  const style = (['text', 'parts'] as const).find((one) => render([conversation.user(one)])?.includes(words.user))
  if (style === undefined) return undefined
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
      const text = render(messages, settings, true, afterResult)
      return text === undefined ? undefined : behind(text, afterResult ? words.result : words.user)
    },
    whole(settings) {
      const messages = [conversation.system(style), conversation.user(style)]
      return render(messages, settings, true, true) ?? render(messages, settings, true) ?? render(messages.slice(1), settings, true)
    },
  }
}

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
