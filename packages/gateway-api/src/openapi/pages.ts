import { admin, body, failure, inPath, json, open, ref, type Json } from './parts.ts'

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
    get: {
      operationId: 'listKeys',
      summary: 'List keys with their budgets',
      ...admin,
      responses: { 200: json('All keys.', ref('KeyList')), ...failure },
    },
    post: {
      operationId: 'createKey',
      summary: 'Create a key',
      ...admin,
      requestBody: body('KeyRights'),
      responses: { 201: madeKey, ...failure },
    },
  },
  '/api/keys/{id}': {
    put: {
      operationId: 'changeKey',
      summary: 'Change what a key allows',
      ...admin,
      parameters: [keyId],
      requestBody: body('KeyRights'),
      responses: { 200: changedKey, ...failure },
    },
    delete: {
      operationId: 'revokeKey',
      summary: 'Revoke a key',
      ...admin,
      parameters: [keyId],
      responses: { 200: changedKey, ...failure },
    },
  },
  '/api/keys/{id}/rotate': {
    post: {
      operationId: 'rotateKey',
      summary: 'Give a key a new secret',
      ...admin,
      parameters: [keyId],
      requestBody: body('Rotation'),
      responses: { 200: madeKey, ...failure },
    },
  },
  '/api/settings': {
    get: {
      operationId: 'getSettings',
      summary: 'Get the effective settings and their source',
      ...admin,
      responses: { 200: json('The settings, without secrets.', ref('Settings')), ...failure },
    },
  },
  '/api/live': {
    get: {
      operationId: 'watch',
      summary: 'Watch the gateway',
      ...admin,
      responses: {
        200: {
          description:
            'Server-sent events: first hello, then state every two seconds, generation and budget as they happen, and bye at the end.',
          content: { 'text/event-stream': { schema: ref('LiveEvent') } },
        },
        ...failure,
      },
    },
  },
}
