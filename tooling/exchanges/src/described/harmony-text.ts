import type { Answer, DescribedUpstream } from './answer.ts'
import { chatWithField } from './chat-fields.ts'

/** gpt-oss on a server without support for Harmony: reasoning, calls and answer are all in the text. */
const chat = chatWithField({ provider: 'llamacpp', model: 'gpt-oss-20b', field: 'reasoning_content' })

export const harmonyText: DescribedUpstream = {
  ...chat,
  whole: (answer) => chat.whole({ text: textOf(answer) }),
  streamed: (answer) => chat.streamed({ text: textOf(answer) }),
}

function textOf({ thought, text, calls = [] }: Answer): string {
  const messages = [
    ...(thought === undefined ? [] : [`<|channel|>analysis<|message|>${thought}<|end|>`]),
    ...(text === undefined ? [] : [`<|channel|>final<|message|>${text}`]),
    ...calls.map(
      ({ name, arguments: given }) =>
        `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${JSON.stringify(given)}<|call|>`,
    ),
  ]
  return messages.join('<|start|>assistant')
}
