import type { FastifyRequest } from 'fastify'
import { asObject, type Json, parseJson } from '@reason/gateway/json'

/** What a request says; nothing, where it is no object. */
export const bodyOf = ({ body }: FastifyRequest): Json => asObject(parseJson(String(body)))
