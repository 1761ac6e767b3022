import { pages } from '@reason/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Routes } from '../routes/routes.ts'
import { forStrangers, welcome } from '../welcome.ts'
import { readPageFiles, type PageFile, type PageFiles } from './files.ts'
import { pageHeaders } from './security.ts'

/** A year: names of assets change with their content. */
const forGood = 'public, max-age=31536000, immutable'

/** @param folder - Folder of the built pages. */
export const servePagesOf =
  (folder: URL): Routes =>
  (app, services) => {
    let found = readPageFiles(folder)

    app.get('/', (request, reply) => {
      void reply.header('vary', 'accept, accept-encoding')
      const files = wantsPage(request) ? filesNow() : undefined
      if (files !== undefined) return send(request, reply, files.index, 'no-cache')
      const address = `http://${request.host}`
      return reply
        .type('text/plain; charset=utf-8')
        .header('x-content-type-options', 'nosniff')
        .send(services.access.required ? forStrangers(address) : welcome(address, services.config))
    })

    app.get('/assets/:name', (request, reply) => {
      const file = filesNow()?.assets.get((request.params as { name: string }).name)
      return file === undefined ? reply.callNotFound() : send(request, reply.header('vary', 'accept-encoding'), file, forGood)
    })

    /** Reads the files at the first request after they were built. A checkout may be built while the gateway runs. */
    function filesNow(): PageFiles | undefined {
      return (found ??= readPageFiles(folder))
    }
  }

/** `GET /`: the index page, or a text for terminals. `GET /assets/…`: its assets. */
export const servePages = servePagesOf(pages)

/** Page for an address that a person types without `#`, like `/dashboard`. It is relative, because a proxy may serve the gateway under a path. */
export function pageAddress(request: FastifyRequest): string | undefined {
  const name = /^\/(playground|bench|traces|dashboard|keys)$/.exec(request.url)?.[1]
  return name !== undefined && wantsPage(request) ? `./#/${name}` : undefined
}

/** Whether a request comes from a browser. Browsers name `text/html`; curl accepts any type. */
const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true

async function send(request: FastifyRequest, reply: FastifyReply, file: PageFile, cacheControl: string): Promise<FastifyReply> {
  void reply.headers({ ...pageHeaders, 'cache-control': cacheControl, etag: file.etag })
  if (request.headers['if-none-match']?.includes(file.etag) === true) return reply.code(304).send()
  const { bytes, encoding } = await file.encoded(request.headers['accept-encoding'])
  if (encoding !== undefined) void reply.header('content-encoding', encoding)
  return reply.type(file.type).send(bytes)
}
