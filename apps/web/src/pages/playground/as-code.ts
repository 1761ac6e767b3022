import type { GenerateRequest } from '../../generation/events.ts'

const addressOf = (path: string): string => new URL(path, document.baseURI).href

/** What the page asks for to show it beside is not part of the question. */
function withoutWire(request: GenerateRequest): GenerateRequest {
  const shown = { ...request }
  delete shown.wire
  return shown
}

/** The request for a shell. Where the gateway wants a key, it is taken from the environment: none is ever in a page. */
export function asCurl(request: GenerateRequest): string {
  const body = JSON.stringify(withoutWire(request)).replaceAll("'", String.raw`'\''`)
  return [
    `curl -N ${addressOf('v1/generate')} \\`,
    `  -H 'content-type: application/json' \\`,
    `  -H "authorization: Bearer $REASON_KEY" \\`,
    `  -d '${body}'`,
    '',
  ].join('\n')
}

/** A program that asks the same and prints the answer, with nothing to install. */
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
