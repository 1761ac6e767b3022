import { describe, expect, test } from 'vitest'
import { isSentByOwnPage, pageRefusal, type PagePlace } from '../../src/access/web-pages.ts'

const url = 'http://127.0.0.1:8787'
const host = '127.0.0.1:8787'
const own = { host, origin: url, 'sec-fetch-site': 'same-origin' }
const foreign = { host, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
const rebound = { host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }
const page = { 'x-reason-page': '1' }

const forAdmins = (method: string, keysRequired = false): PagePlace => ({ isAdministrative: true, keysRequired, method })
const forClients: PagePlace = { isAdministrative: false, keysRequired: false, method: 'POST' }

describe('a page', () => {
  test.each<[string, Record<string, string>, PagePlace, string | undefined]>([
    ['of the gateway reads', own, forAdmins('GET'), undefined],
    ['of the gateway asks for a head', own, forAdmins('HEAD'), undefined],
    ...['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method): [string, Record<string, string>, PagePlace, string | undefined][] => [
      [`of the gateway changes with its header: ${method}`, { ...own, ...page }, forAdmins(method), undefined],
      [`of the gateway changes without its header: ${method}`, own, forAdmins(method), 'page_header_missing'],
    ]),
    ['of the gateway asks a model', own, forClients, undefined],
    ['of this machine asks a model', { host, origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }, forClients, undefined],
    ['of this machine uses a path for operators', { host, origin: 'http://localhost:3000' }, forAdmins('GET'), 'origin_not_allowed'],
    ['from elsewhere asks a model', foreign, forClients, 'origin_not_allowed'],
    ['from elsewhere reads', foreign, forAdmins('GET'), 'origin_not_allowed'],
    ['from elsewhere changes, with our header', { ...foreign, ...page }, forAdmins('PUT'), 'origin_not_allowed'],
    ['from elsewhere loads without an origin', { host, 'sec-fetch-site': 'cross-site' }, forAdmins('GET'), 'origin_not_allowed'],
    ['whose name points at this machine asks a model', rebound, forClients, 'origin_not_allowed'],
    ['whose name points at this machine reads', rebound, forAdmins('GET'), 'origin_not_allowed'],
    ['whose name points at this machine sends no origin', { host: 'evil.example' }, forAdmins('GET'), 'host_not_allowed'],
    ['at a public name, where keys are required', { ...rebound, ...page }, forAdmins('PUT', true), undefined],
    ['of an old browser, which reports only its origin', { host, origin: url }, forAdmins('GET'), undefined],
    ['with an origin that is no address', { host, origin: 'null' }, forAdmins('GET'), 'origin_not_allowed'],
  ])('%s', (_, headers, place, code) => expect(pageRefusal(headers, place)?.code).toBe(code))
})

test('a program without a page uses every path', () => {
  for (const place of [forAdmins('GET'), forAdmins('DELETE'), forClients]) expect(pageRefusal({ host }, place)).toBeUndefined()
  expect(pageRefusal({ host, 'sec-fetch-site': 'none' }, forAdmins('GET'))).toBeUndefined()
})

test.each([
  [{ ...own, ...page }, true],
  [{ host, ...page }, true],
  [own, false],
  [{ ...foreign, ...page }, false],
  [{ host, 'sec-fetch-site': 'cross-site', ...page }, false],
])('a cookie counts with %j: %s', (headers, counts) => expect(isSentByOwnPage(headers)).toBe(counts))
