import { readFileSync } from 'node:fs'
import { call, chat, frames, llamaServer, message, openaiModels, serve, type Routes, type Running } from '@reason/testkit/model-servers'
import { afterAll, describe, expect, it } from 'vitest'
import { reason } from './reason.ts'

const running: Running[] = []
afterAll(() => Promise.all(running.map((one) => one.close())))

async function doctor(routes: Routes, ...flags: string[]) {
  const server = await serve(routes)
  running.push(server)
  return { url: server.url, ...(await reason(['doctor', '--upstream', server.url, ...flags])) }
}

const guide = readFileSync(new URL('../../../docs/how-to/examine-a-server.md', import.meta.url), 'utf8')
const thought = 'They want to know what seventeen times three is, which is ten times three plus seven times three.'
const unopened = `${thought}\n</think>\n\nThe answer is 51.`

describe('the doctor prints', () => {
  it('what the guide shows', async () => {
    const words = 'Ten times three and seven times three.'
    const { url, stdout } = await doctor({
      'GET /version': { body: { version: '0.11.0' } },
      'GET /health': { body: '' },
      'GET /v1/models': openaiModels('vllm', 'Qwen/Qwen3-8B'),
      'POST /v1/chat/completions': chat({
        whole: message({ content: `<think>\n${words}\n</think>\n\n51` }),
        streamed: frames({ content: `<think>\n${words}` }, { content: '\n</think>\n\n51' }),
        off: message({ content: '51' }),
        tools: {
          status: 400,
          body: { error: { message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set' } },
        },
      }),
    })
    expect(guide).toContain(`\n\`\`\`text\n${stdout.replaceAll(url, 'http://127.0.0.1:8000')}\`\`\`\n`)
  })

  it('the statements of the server, and no reasoning without --show', async () => {
    const routes = llamaServer({
      model: 'house-model',
      build: 'b6240-54a241f5',
      format: 'none',
      whole: message({ content: unopened }),
      streamed: frames(...unopened.match(/.{1,7}/gs)!.map((content) => ({ content }))),
    })
    const { stdout } = await doctor(routes)
    expect(stdout).toContain('says     reasoning_format none in the latest requests (GET /slots?model=house-model&autoload=false)\n')
    expect(stdout).toContain(`--passports '[{"models":["house-model"]`)
    expect(stdout).not.toContain('ten times three')
    expect((await doctor(routes, '--show')).stdout).toContain('ten times three')
  })

  it('as JSON each field that programs read', async () => {
    const routes = llamaServer({
      model: 'qwen3',
      whole: 'qwen3-auto-json.json',
      streamed: 'qwen3-deepseek-stream.sse',
      off: message({ content: '51' }),
      tools: call,
    })
    const { url, stdout } = await doctor(routes, '--json')
    const report = JSON.parse(stdout) as Record<string, unknown>
    const fields = 'upstream server version evidence said speaks models model sent findings configuration command'
    expect(Object.keys(report)).toEqual(fields.split(' '))
    expect(report).toMatchObject({
      sent: 4,
      speaks: ['openai-chat'],
      findings: expect.arrayContaining([
        {
          id: 'control',
          level: 'ok',
          title: 'A budget can end a thought, and the answer still comes.',
          seen: 'it has /chat/completions/control',
        },
      ]) as unknown,
      command: `npm start -- --upstream ${url}/v1 --upstream-engine llama-server`,
    })
  })
})
