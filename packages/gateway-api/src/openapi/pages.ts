import { body, failure, forAdmin, inPath, json, open, ref, type Json } from './parts.ts'

const session = json('The session: user, rights and expiry.', ref('Session'))
const changedKey = json('The key, without its secret.', ref('ChangedKey'))
const madeKey = json('The key with its secret, which is shown only once.', ref('MadeKey'))
const keyId = inPath('id', 'Id of the key.')

/** Paths of the pages, and those that only the pages use. */
export const pagePaths: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  '/': {
    get: {
      operationId: 'home',
      summary: 'Get the pages in a browser, or a greeting in a terminal',
      ...open,
      responses: {
        200: {
          description: 'HTML or text, selected by the accept header.',
          content: { 'text/plain': { schema: { type: 'string' } }, 'text/html': { schema: { type: 'string' } } },
        },
      },
    },
  },
  '/assets/{name}': {
    get: {
      operationId: 'pageFile',
      summary: 'Get a file that the pages load',
      ...open,
      parameters: [inPath('name', 'Name of the file, which contains a hash of its content.')],
      responses: { 200: { description: 'The file.' }, ...failure },
    },
  },
  '/api/session': {
    get: { operationId: 'getPageSession', summary: 'Get the session of a page', ...open, responses: { 200: session } },
    post: {
      operationId: 'signIn',
      summary: 'Sign in with a key; a cookie replaces it from then on',
      ...open,
      requestBody: body('SignIn'),
      responses: { 200: session, ...failure },
    },
    delete: { operationId: 'signOut', summary: 'Sign out', ...open, responses: { 200: session } },
  },
  '/api/keys': {
    get: forAdmin('listKeys', 'List keys with their budgets', json('All keys.', ref('KeyList'))),
    post: forAdmin('createKey', 'Create a key', madeKey, { sends: 'KeyRights' }, 201),
  },
  '/api/keys/{id}': {
    put: forAdmin('changeKey', 'Change what a key allows', changedKey, { parameters: [keyId], sends: 'KeyRights' }),
    delete: forAdmin('revokeKey', 'Revoke a key', changedKey, { parameters: [keyId] }),
  },
  '/api/keys/{id}/rotate': { post: forAdmin('rotateKey', 'Give a key a new secret', madeKey, { parameters: [keyId], sends: 'Rotation' }) },
  '/api/settings': {
    get: forAdmin('getSettings', 'Get the effective settings and their source', json('The settings, without secrets.', ref('Settings'))),
  },
  '/api/live': {
    get: forAdmin('watch', 'Watch the gateway', {
      description:
        'Server-sent events: first hello, then state every two seconds, generation and budget as they happen, and bye at the end.',
      content: { 'text/event-stream': { schema: ref('LiveEvent') } },
    }),
  },
}
