import { expect, it, onTestFinished } from 'vitest'
import { listen } from '@reason/testkit/model-servers'
import { startGateway } from '../gateway.ts'
import { reason } from '../reason.ts'

const { url } = await startGateway('--pace', '0')
const model = 'embedded/qwen3-native'
const env = { REASON_GATEWAY: url }
const note = 'note: not shown: 52 characters of reasoning (--thinking open)\n'

it('writes the answer and nothing else into a pipe', async () => {
  expect(await reason(['chat', '-m', model, 'What', 'is', '17 * 3?'], { env })).toEqual({
    code: 0,
    stdout: 'The answer is 51.',
    stderr: `\n${note}`,
  })
  expect(await reason(['chat', '-m', model, '-q'], { env, input: 'What is 17 * 3?\n' })).toEqual({
    code: 0,
    stdout: 'The answer is 51.',
    stderr: '',
  })
})

it('shows the reasoning under a heading where it is asked for', async () => {
  const { stdout } = await reason(['chat', '-m', model, '--thinking', 'open', 'What is 17 * 3?'], { env })
  expect(stdout).toBe('[reasoning]\nOkay, 17 * 3 is 10 * 3 plus 7 * 3, so 30 + 21 = 51.\n\n[answer]\nThe answer is 51.\n')
})

it('asks the first model of the list, and prints JSON', async () => {
  const { stdout } = await reason(['chat', '--json', 'Explain:', '-'], { env, input: '17 * 3' })
  expect(JSON.parse(stdout)).toMatchObject({ finish_reason: 'stop', answer: 'The answer is 51.' })
})

it('takes the address of a gateway as other clients have it', async () => {
  for (const address of [`${url}/v1`, `${url}/v1/`, `${url}//`])
    expect((await reason(['chat', '-q', '-m', model, '--gateway', address, 'Q'])).stdout).toBe('The answer is 51.')
})

it('reports calls that have no runner', async () => {
  const { stderr } = await reason(['chat', '-m', 'embedded/qwen3-tool', 'Weather?'], { env })
  expect(stderr).toContain('note: it called get_weather(')
})

it.each([
  [['--model', 'nobody', 'x'], 3, /answers with HTTP 404: There is no recording of "nobody"/],
  [['--gateway', 'http://127.0.0.1:9', 'x'], 3, /no gateway answers at http:\/\/127\.0\.0\.1:9\. Start it/],
  [['--gateway', 'nowhere', 'x'], 2, /--gateway is nowhere, but must be an address/],
  [['--key-env', 'NO_SUCH_VARIABLE', 'x'], 2, /names the environment variable NO_SUCH_VARIABLE, which is not set or empty/],
  [['--effort', 'hard', 'x'], 2, /--effort is hard, but must be one of: none, minimal/],
  [[], 2, /there is no question/],
  [['', ' '], 2, /there is no question/],
] as const)('says what is wrong: %j', async (args, code, says) => {
  expect(await reason(['chat', ...args], { env })).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(says) as string })
})

it('shows its key, and says when it needs one', async () => {
  const closed = await startGateway('--pace', '0', '--require-keys')
  const key = (await reason(['keys', 'create', 'terminal', '--visibility', 'full', '--file', `${closed.folder}/keys.json`])).stdout
  const [secret] = /rsk_\S+/.exec(key) ?? []
  const gateway = { REASON_GATEWAY: closed.url }
  const refused = await reason(['chat', '-m', model, 'x'], { env: gateway })
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringMatching(/ needs a key\. Put one into REASON_KEY/) as string })
  const wrong = await reason(['chat', '-m', model, 'x'], { env: { ...gateway, REASON_KEY: 'rsk_x' } })
  expect(wrong).toMatchObject({ code: 3, stderr: expect.stringMatching(/ refuses the key in REASON_KEY: This key is not known/) as string })
  expect((await reason(['chat', '-m', model, 'x'], { env: { ...gateway, REASON_KEY: secret! } })).stdout).toBe('The answer is 51.')
  expect((await reason(['chat', '-m', model, '--key-env', 'MINE', 'x'], { env: { ...gateway, MINE: secret! } })).stdout).toBe(
    'The answer is 51.',
  )
})

it('fails where the generation fails in the middle', async () => {
  const upstream = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {"choices":[{"index":0,"delta":{"content":"Half"}}]}\n\n')
    response.end('data: {"error":{"message":"the GPU is on fire","code":500}}\n\n')
  })
  onTestFinished(() => upstream.close())
  const { url: broken } = await startGateway('--upstream', upstream.url, '--adapter', 'plain')
  const { code, stdout, stderr } = await reason(['chat', '-m', 'm', '--gateway', broken, 'x'])
  expect({ code, stdout }).toEqual({ code: 4, stdout: 'Half' })
  expect(stderr).toContain('error: the GPU is on fire')
})
