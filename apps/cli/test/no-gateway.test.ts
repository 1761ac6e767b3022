import { expect, it } from 'vitest'
import { listen } from '@reason/testkit/model-servers'
import { reason } from './reason.ts'

/** Servers that may be at the address of a gateway: a page to sign in, another server, one that has moved, and one that crashes. */
const { url } = await listen((request, response) => {
  const path = request.url ?? ''
  if (path.startsWith('/page')) return void response.setHeader('content-type', 'text/html').end('<html>Sign in</html>')
  if (path.startsWith('/moved')) return void response.writeHead(301, { location: 'https://elsewhere.example/moved?token=1' }).end()
  if (path.startsWith('/other')) return void response.setHeader('content-type', 'application/json').end('{"data":{}}')
  response.setHeader('content-type', 'text/event-stream').write('data: {"type":"token","text":"Half"}\n\n')
  setTimeout(() => response.destroy(), 50)
})

const noPage = (path: string): string =>
  `reason: ${url}/page is no gateway of Reason: it answers ${path} with text/html. Set its address with --gateway.\n`
const moved = `reason: ${url} sends on to https://elsewhere.example/moved (HTTP 301), and is no gateway of Reason itself. If that is the gateway, use --gateway https://elsewhere.example.\n`

it.each([
  ['page', ['budget', 'show', 'alice'], 3, noPage('/api/sessions/alice/budget')],
  ['page', ['chat', 'Q'], 3, noPage('/v1/models')],
  ['page', ['chat', '-m', 'm', 'Q'], 3, noPage('/v1/generate')],
  ['moved', ['budget', 'show', 'alice'], 3, moved],
  ['moved', ['top', '--once'], 3, moved],
  ['other', ['budget', 'show', 'alice'], 3, /with something else than budgets/],
  ['other', ['chat', 'Q'], 3, /lists no models/],
  ['broken', ['chat', '-m', 'm', 'Q'], 4, '\nerror: the connection to the gateway broke: terminated\n'],
  ['broken', ['chat', '--json', '-m', 'm', 'Q'], 3, 'reason: the connection to the gateway broke: terminated.\n'],
] as const)('at %s, %j is no fault of the command', async (place, args, code, says) => {
  const done = await reason([...args, '--gateway', `${url}/${place}`])
  expect([done.code, done.stderr]).toEqual([code, typeof says === 'string' ? says : (expect.stringMatching(says) as string)])
})

it('says why an address cannot be asked, and that a key is none', async () => {
  const { stderr } = await reason(['budget', 'show', 'alice', '--gateway', url.replace('http:', 'https:')])
  expect(stderr).toMatch(
    /^reason: no gateway answers at https:\S+: it does not speak TLS \(\w+\)\. Use http:\/\/ instead of https:\/\/\.\n$/,
  )
  const copied = await reason(['budget', 'show', 'alice', '--gateway', url], { env: { REASON_KEY: 'rsk_abc…' } })
  expect(copied).toMatchObject({ code: 2, stderr: expect.stringContaining('REASON_KEY holds no key') as string })
})
