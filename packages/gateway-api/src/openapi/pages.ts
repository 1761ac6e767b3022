import { admin, body, failure, inPath, json, open, ref, type Json } from './parts.ts'

const session = json('Who is signed in, and what they may do.', ref('Session'))
const changedKey = json('The key, without what proves it.', ref('ChangedKey'))
const madeKey = json('The key and its text, which is shown this once.', ref('MadeKey'))
const keyId = inPath('id', 'Public part of the key.')

/** The pages, and what only they need. */
export const pagePaths: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  '/': {
    get: {
      operationId: 'home',
      summary: 'The pages, for browsers; for others what this is, and what to try',
      ...open,
      responses: {
        200: {
          description: 'By what is accepted.',
          content: { 'text/plain': { schema: { type: 'string' } }, 'text/html': { schema: { type: 'string' } } },
        },
      },
    },
  },
  '/assets/{name}': {
    get: {
      operationId: 'pageFile',
      summary: 'What the pages load',
      ...open,
      parameters: [inPath('name', 'Of the file. It changes with what the file holds.')],
      responses: { 200: { description: 'The file.' }, ...failure },
    },
  },
  '/api/session': {
    get: { operationId: 'getPageSession', summary: 'Who is signed in at this page', ...open, responses: { 200: session } },
    post: {
      operationId: 'signIn',
      summary: 'Shows a key once; a cookie stands for it from then on',
      ...open,
      requestBody: body('SignIn'),
      responses: { 200: session, ...failure },
    },
    delete: { operationId: 'signOut', summary: 'Ends the session of this page', ...open, responses: { 200: session } },
  },
  '/api/keys': {
    get: {
      operationId: 'listKeys',
      summary: 'Keys of clients, and how their budgets stand',
      ...admin,
      responses: { 200: json('All of them.', ref('KeyList')), ...failure },
    },
    post: {
      operationId: 'createKey',
      summary: 'Makes a key',
      ...admin,
      requestBody: body('KeyRights'),
      responses: { 201: madeKey, ...failure },
    },
  },
  '/api/keys/{id}': {
    put: {
      operationId: 'changeKey',
      summary: 'Says what a key allows',
      ...admin,
      parameters: [keyId],
      requestBody: body('KeyRights'),
      responses: { 200: changedKey, ...failure },
    },
    delete: { operationId: 'revokeKey', summary: 'Ends a key', ...admin, parameters: [keyId], responses: { 200: changedKey, ...failure } },
  },
  '/api/keys/{id}/rotate': {
    post: {
      operationId: 'rotateKey',
      summary: 'Gives a key a new text',
      ...admin,
      parameters: [keyId],
      requestBody: body('Rotation'),
      responses: { 200: madeKey, ...failure },
    },
  },
  '/api/settings': {
    get: {
      operationId: 'getSettings',
      summary: 'The configuration that holds, and where each value is from',
      ...admin,
      responses: { 200: json('Without secrets.', ref('Settings')), ...failure },
    },
  },
  '/api/live': {
    get: {
      operationId: 'watch',
      summary: 'How the gateway fares, now and from now on',
      ...admin,
      responses: {
        200: {
          description: 'Server-sent events: hello, then state every two seconds, generation and budget as they happen, and bye at the end.',
          content: { 'text/event-stream': { schema: ref('LiveEvent') } },
        },
        ...failure,
      },
    },
  },
}
