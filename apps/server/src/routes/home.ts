import { welcome } from '../welcome.ts'
import type { Routes } from './routes.ts'

/** `GET /`: what this is, and what to try. Plain text, also in a browser. */
export const home: Routes = (app, services) => {
  app.get('/', (request, reply) => reply.type('text/plain; charset=utf-8').send(welcome(`http://${request.host}`, services.config)))
}
