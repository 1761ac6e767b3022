import type { FastifyReply } from 'fastify'
import type { ApiError } from '@reason/gateway/errors'
import { type ClientApi, openaiChat } from '@reason/gateway/client-apis'

/** Sends an error in the format of a client API. */
export const refuse = (reply: FastifyReply, api: Pick<ClientApi, 'errorBody'>, error: ApiError): FastifyReply =>
  reply
    .code(error.status)
    .headers(error.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(api.errorBody(error))

/** Sends an error of `/api`, in OpenAI's format. */
export const refuseApi = (reply: FastifyReply, error: ApiError): FastifyReply => refuse(reply, openaiChat, error)
