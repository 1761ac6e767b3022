import { randomBytes } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** A small or cheap request that costs a gateway without limits seconds of CPU or gigabytes of memory. */
export interface Attack {
  what: string
  path: string
  /** Builds the body. Takes up to a second. */
  body(): Buffer
  encoding?: 'gzip' | 'br'
  /** Expected HTTP status of the gateway's response. */
  status: number
}

const json = (fields: string): string => `{"model":"m",${fields}}`
const many = (element: string, count: number): string => `[${`${element},`.repeat(count)}1]`
const user = (content: string): string => `"messages":[{"role":"user","content":${content}}]`
const turns = (count: number): string => `[${Array.from({ length: count }, () => '{"role":"user","content":"x"}').join(',')}]`
const fields = (count: number): string => Array.from({ length: count }, (_, at) => `"f${at}":1`).join(',')

const repeated = (element: string, count: number): string => Array.from({ length: count }, () => element).join(',')
const numbered = (count: number, element: (at: number) => string): string => Array.from({ length: count }, (_, at) => element(at)).join(',')

/** Sizes near the limits of a body. */
const [parts, values, messages, megabytes, calls] = [60_000, 300_000, 20_000, 8, 2400]
const text = (mb: number, unit: string): string => unit.repeat((mb * 1_000_000) / Buffer.byteLength(unit))
const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Base64 of binary data. */
const picture = (mb: number, slash = '/'): string => text(mb, `iVBORw0KGgoAAAANSUhEUgAA${slash}wAA`)
const image = (data: string): string => user(`[{"type":"image_url","image_url":{"url":"data:image/png;base64,${data}"}}]`)
const source = (type: string, kind: string, media: string, data: string): string =>
  user(`[{"type":"${type}","source":{"type":"${kind}","media_type":"${media}","data":"${data}"}}]`)

const plain = (what: string, path: string, status: number, body: () => string): Attack => ({
  what,
  path,
  status,
  body: () => Buffer.from(body()),
})
const gzip = (what: string, path: string, status: number, body: () => string): Attack => ({
  what,
  path,
  status,
  body: () => gzipSync(body(), { level: 9 }),
  encoding: 'gzip',
})

export const attacks: readonly Attack[] = [
  gzip('six million empty messages in 17 kB', '/v1/generate', 413, () => json(`"messages":${many('{}', 6_000_000)}`)),
  plain('eight million empty messages as they are', '/v1/generate', 413, () => json(`"messages":${many('{}', 8_000_000)}`)),
  plain('two million empty messages as they are', '/v1/generate', 400, () => json(`"messages":${many('{}', 2_000_000)}`)),
  plain('messages that are lists', '/v1/generate', 400, () => json(`"messages":${many('[]', parts)}`)),
  plain('messages that are numbers', '/v1/generate', 400, () => json(`"messages":${many('1', values)}`)),
  plain('pieces that are empty', '/v1/generate', 400, () => json(user(many('{}', parts)))),
  plain('tools that are empty', '/v1/generate', 400, () => json(`"prompt":"q","tools":${many('{}', parts)}`)),
  plain('stops that are empty', '/v1/generate', 400, () => json(`"prompt":"q","stop":${many('""', values)}`)),
  plain('unknown fields', '/v1/generate', 400, () => json(`"prompt":"q",${fields(100_000)}`)),
  plain('unknown fields to merge', '/v1/chat/completions', 400, () => json(`${user('"q"')},"extra_body":{${fields(60_000)}}`)),
  plain('a name of eight megabytes', '/v1/chat/completions', 400, () => json(`${user('"q"')},"x":[{"${text(megabytes, 'x y ')}":1}]`)),
  gzip('a long number before ten million lists, in 30 kB', '/v1/chat/completions', 413, () =>
    json(`"seed":12345678901234567890,"x":${many('[]', 10_000_000)}`),
  ),
  plain('a long number before lists', '/v1/chat/completions', 200, () =>
    json(`"seed":12345678901234567890,${user('"q"')},"x":${many('[]', parts)}`),
  ),
  plain('messages that are empty', '/v1/chat/completions', 200, () => json(`"messages":${many('{}', parts)}`)),
  plain('items that are empty', '/v1/responses', 400, () => json(`"input":${many('{}', parts)}`)),
  plain('messages that are empty', '/v1/messages', 400, () => json(`"max_tokens":9,"messages":${many('{}', parts)}`)),
  plain('a text of thirty megabytes that is nothing but escapes', '/v1/generate', 413, () =>
    json(`"messages":"${'\\n'.repeat(15_000_000)}"`),
  ),
  plain('a text that is nothing but escapes', '/v1/generate', 200, () => json(`"prompt":"${text(megabytes, '\\n')}"`)),
  plain('many turns', '/v1/chat/completions', 200, () => json(`"messages":${turns(messages)}`)),
  plain('many turns', '/v1/generate', 400, () => json(`"messages":${turns(messages)}`)),
  plain('many turns', '/v1/messages', 400, () => json(`"max_tokens":9,"messages":${turns(messages)}`)),
  plain('many items', '/v1/responses', 400, () => json(`"input":${turns(messages)}`)),
  ...(['/v1/generate', '/v1/messages'] as const).map((path) =>
    plain('as many turns as are written for another API', path, 200, () => json(`"max_tokens":9,"messages":${turns(5000)}`)),
  ),
  plain('as many items as are written for another API', '/v1/responses', 200, () => json(`"input":${turns(5000)}`)),
  plain('calls that all have one id', '/v1/messages', 200, () =>
    json(
      `"max_tokens":9,"messages":[${[
        '{"role":"user","content":"q"}',
        `{"role":"assistant","content":[${repeated('{"type":"tool_use","id":"c","name":"f","input":{}}', calls)}]}`,
        `{"role":"user","content":[${repeated('{"type":"tool_result","tool_use_id":"c","content":"r"}', calls)}]}`,
      ].join(',')}]`,
    ),
  ),
  plain('calls of tools that the request does not offer, beside many tools', '/v1/generate', 200, () =>
    json(
      `"messages":[{"role":"user","content":"q"},${numbered(calls, (at) => `{"role":"assistant","content":[{"type":"tool_call","id":"c${at}","name":"Un.known-${at}","arguments":"{}"}]},{"role":"tool","call":"c${at}","content":"r"}`)}],"tools":[${numbered(3000, (at) => `{"name":"t_${at}","parameters":{}}`)}]`,
    ),
  ),
  plain('arguments of a call that are half a million objects', '/v1/responses', 400, () =>
    json(
      `"input":[{"role":"user","content":"q"},{"type":"function_call","call_id":"c","name":"f","arguments":"{\\"a\\":${many('{}', 500_000)}}"},{"type":"function_call_output","call_id":"c","output":"r"}]`,
    ),
  ),
  plain('a question of thirty megabytes', '/v1/messages', 413, () => json(`"max_tokens":9,${user(`"${text(30, 'x y ')}"`)}`)),
  plain('a long question', '/v1/messages', 200, () => json(`"max_tokens":9,${user(`"${text(megabytes, 'x y ')}"`)}`)),
  plain('a long question', '/v1/chat/completions', 200, () => json(user(`"${text(megabytes, 'x y ')}"`))),
  plain('a long question in Chinese', '/v1/responses', 200, () => json(`"input":"${text(megabytes, '\u4e2d')}"`)),
  plain('many long questions', '/v1/messages', 200, () =>
    json(
      `"max_tokens":9,"messages":[${Array.from({ length: 400 }, () => `{"role":"user","content":"${'x y\\n'.repeat(4000)}"}`).join(',')}]`,
    ),
  ),
  plain('a long document', '/v1/messages', 200, () =>
    json(`"max_tokens":9,${source('document', 'text', 'text/plain', text(megabytes, 'x y '))}`),
  ),
  plain('a long document in base64', '/v1/chat/completions', 200, () =>
    json(user(`[{"type":"file","file":{"filename":"a.txt","file_data":"data:text/plain;base64,${text(megabytes, 'eCB5')}"}}]`)),
  ),
  plain('an image of thirty megabytes', '/v1/chat/completions', 200, () => json(image(picture(30)))),
  plain('an image of thirty megabytes', '/v1/messages', 200, () =>
    json(`"max_tokens":9,${source('image', 'base64', 'image/png', picture(30))}`),
  ),
  gzip('an image of thirty megabytes with escapes in it, in 90 kB', '/v1/generate', 413, () => json(image(picture(30, '\\/')))),
  gzip('an image of twenty megabytes, unpacked', '/v1/chat/completions', 200, () =>
    json(image(Buffer.concat([png, randomBytes(15_000_000)]).toString('base64'))),
  ),
  {
    what: 'thirty megabytes of blanks in fewer than 200 bytes',
    path: '/v1/generate',
    status: 413,
    body: () => brotliCompressSync(Buffer.alloc(30_000_000, 0x20)),
    encoding: 'br',
  },
]
