import { failure, inPath, json, open, type Json } from './parts.ts'

const session = json('Who is signed in, and what they may do.')

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
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { type: 'object', required: ['key'], properties: { key: { type: 'string' } } } } },
      },
      responses: { 200: session, ...failure },
    },
    delete: { operationId: 'signOut', summary: 'Ends the session of this page', ...open, responses: { 200: session } },
  },
}
