import type { GenerateRequest, RequestMessage } from '@reason/gateway-api/generate'

const addressOf = (path: string): string => new URL(path, document.baseURI).href

/** Removes the option for raw events, which only this page needs. */
function withoutWire(request: GenerateRequest): GenerateRequest {
  const shown = { ...request }
  delete shown.wire
  return shown
}

/** The request as a curl command. The key comes from the environment, because the page never has one. */
export const asCurl = (request: GenerateRequest): string => curl('v1/generate', withoutWire(request))

function curl(path: string, json: unknown): string {
  const body = JSON.stringify(json).replaceAll("'", String.raw`'\''`)
  return [
    `curl -N ${addressOf(path)} \\`,
    `  -H 'content-type: application/json' \\`,
    `  -H "authorization: Bearer $REASON_KEY" \\`,
    `  -d '${body}'`,
    '',
  ].join('\n')
}

/** The request for Chat Completions, which every OpenAI client uses. Features of the gateway's own API are left out. */
export function asChatCurl(request: GenerateRequest): string {
  const { model, messages = [], effort, max_tokens: max, temperature, tools } = request
  const body = {
    model,
    messages: messages.map(chatMessage),
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...(max !== undefined && { max_completion_tokens: max }),
    ...(temperature !== undefined && { temperature }),
    ...(tools !== undefined && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
    stream: true,
  }
  return curl('v1/chat/completions', body)
}

function chatMessage(message: RequestMessage): unknown {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.call, content: message.content }
  if (typeof message.content === 'string') return message
  const of = (type: string) => (message.content as { type: string; [field: string]: unknown }[]).filter((part) => part.type === type)
  const calls = of('tool_call').map(({ id, name, arguments: args }) => ({ id, type: 'function', function: { name, arguments: args } }))
  const content = of('text')
    .map(({ text }) => text)
    .join('')
  return { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) }
}

/** A program without dependencies that sends the request and prints the answer. */
export const asTypeScript = (
  request: GenerateRequest,
): string => `const response = await fetch(${JSON.stringify(addressOf('v1/generate'))}, {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: \`Bearer \${process.env.REASON_KEY ?? 'none'}\` },
  body: JSON.stringify(${JSON.stringify(withoutWire(request), null, 2).replaceAll('\n', '\n  ')}),
})
if (!response.ok || response.body === null) throw new Error(await response.text())

let held = ''
for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (held + text).split('\\n')
  held = lines.pop() ?? ''
  for (const line of lines) {
    if (!line.startsWith('data: ')) continue
    const event = JSON.parse(line.slice(6))
    if (event.type === 'analysis') process.stderr.write(event.text)
    if (event.type === 'token') process.stdout.write(event.text)
    if (event.type === 'error') throw new Error(event.error.message)
  }
}
`
