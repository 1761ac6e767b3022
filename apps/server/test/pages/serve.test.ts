import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pages } from '@reason/web'
import Fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readPageFiles } from '../../src/pages/files.ts'
import { contentSecurityPolicy } from '../../src/pages/security.ts'
import { servePagesOf } from '../../src/pages/serve.ts'
import type { Services } from '../../src/routes/routes.ts'
import { startGateway } from '../support/gateway.ts'

const script = `console.log(${JSON.stringify('x'.repeat(2000))})`

function built(): { folder: string; build(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'reason-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return {
    folder,
    build() {
      mkdirSync(join(folder, 'assets/deeper'), { recursive: true })
      writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Reason</title>')
      writeFileSync(join(folder, 'secret.txt'), 'not for any client')
      writeFileSync(join(folder, 'assets/index-1234.js'), script)
      writeFileSync(join(folder, 'assets/logo-1234.png'), Buffer.from([1, 2, 3]))
      writeFileSync(join(folder, 'assets/deeper/x.js'), '1')
    },
  }
}

/** The route alone: what it needs of a gateway is whether there is an upstream. */
async function served(folder: string): Promise<FastifyInstance> {
  const app = Fastify()
  onTestFinished(() => app.close())
  servePagesOf(pathToFileURL(`${folder}/`))(app, { config: { upstream: undefined }, access: { required: false } } as Services)
  await app.ready()
  return app
}

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the pages', () => {
  it('are what a browser gets, and a terminal gets what to try', async () => {
    const { folder, build } = built()
    build()
    const app = await served(folder)
    const page = await app.inject({ url: '/', headers: html })
    expect(page.body).toContain('<title>Reason</title>')
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      vary: 'accept, accept-encoding',
    })
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      expect((await app.inject({ url: '/', headers })).body).toContain('Reason is listening at http://localhost:80')
    }
  })

  it.each(['playground', 'bench', 'traces', 'dashboard', 'keys'])(
    'lead a browser from /%s to the page of that name, and no other client',
    async (name) => {
      const { url } = await startGateway('--traces', 'off')
      const { status, headers } = await fetch(`${url}/${name}`, { headers: html, redirect: 'manual' })
      expect([status, headers.get('location'), headers.get('vary')]).toEqual([302, `./#/${name}`, 'accept'])
      expect((await fetch(`${url}/${name}`)).status).toBe(404)
    },
  )

  it('may run nothing but scripts of their own, and ask only the gateway', () => {
    const allowed = Object.fromEntries(
      contentSecurityPolicy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]),
    )
    expect(allowed).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
    })
    expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:/)
  })

  it('are kept by browsers: what has a name of its own for good, the page until it is another one', async () => {
    const { folder, build } = built()
    build()
    const app = await served(folder)
    const asset = await app.inject({ url: '/assets/index-1234.js' })
    expect(asset.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const { etag } = (await app.inject({ url: '/', headers: html })).headers
    const again = await app.inject({ url: '/', headers: { ...html, 'if-none-match': `W/${String(etag)}` } })
    expect([again.statusCode, again.body, again.headers['content-security-policy']]).toEqual([304, '', contentSecurityPolicy])
    expect((await app.inject({ url: '/', headers: { ...html, 'if-none-match': '"other"' } })).statusCode).toBe(200)
    const head = await app.inject({ method: 'HEAD', url: '/assets/index-1234.js' })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(script.length), ''])
  })

  it('come compressed where that is taken', async () => {
    const { folder, build } = built()
    build()
    const app = await served(folder)
    const get = (accepted: string, url = '/assets/index-1234.js') => app.inject({ url, headers: { 'accept-encoding': accepted } })
    const brotli = await get('gzip, deflate, br, zstd')
    expect([brotli.headers['content-encoding'], brotliDecompressSync(brotli.rawPayload).toString()]).toEqual(['br', script])
    const gzip = await get('gzip, br;q=0')
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).toString()]).toEqual(['gzip', script])
    for (const accepted of ['identity', 'br;q=0.0']) expect((await get(accepted)).headers['content-encoding']).toBeUndefined()
    // A picture is as small as it gets.
    expect((await get('br', '/assets/logo-1234.png')).rawPayload).toEqual(Buffer.from([1, 2, 3]))
  })

  it('are all that there is', async () => {
    const { folder, build } = built()
    build()
    const app = await served(folder)
    for (const url of [
      '/secret.txt',
      '/assets/..%2Fsecret.txt',
      '/assets/%2e%2e%2fsecret.txt',
      '/assets/deeper',
      '/assets/deeper%2Fx.js',
      '/assets/',
      '/assets/index-1234.js%00',
    ])
      expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 404])
  })

  it('are there when they are built, also later', async () => {
    const { folder, build } = built()
    const app = await served(folder)
    expect((await app.inject({ url: '/', headers: html })).body).toContain('Reason is listening')
    expect((await app.inject({ url: '/assets/index-1234.js' })).statusCode).toBe(404)
    build()
    expect((await app.inject({ url: '/', headers: html })).body).toContain('<title>Reason</title>')
  })
})

const files = readPageFiles(pages)

describe.skipIf(files === undefined)('the pages as they are built (skipped where they are not: pnpm run build)', () => {
  it('are served by the gateway to everybody, with all that they load', async () => {
    const { url } = await startGateway('--require-keys')
    const page = await (await fetch(url, { headers: html })).text()
    const loaded = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, path]) => path!)
    expect(loaded.length).toBeGreaterThan(1)
    for (const path of loaded) expect([path, (await fetch(`${url}/${path}`)).status]).toEqual([path, 200])
    expect((await fetch(`${url}/assets/none.js`)).status).toBe(404)
  })

  it('need nothing that their policy forbids', () => {
    const page = readFileSync(new URL('index.html', pages), 'utf8')
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?:\/\//)
  })
})
