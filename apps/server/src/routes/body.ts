import type { FastifyRequest } from 'fastify'
import { asObject, type Json, parseJson } from '@reason/gateway/json'

/** Parsed body of a request. Empty if the body is not a JSON object. */
export const bodyOf = ({ body }: FastifyRequest): Json => asObject(parseJson(String(body)))
